import { localPath, documentPath, legalDocuments } from '@voordeur/contracts/http';
import { useEffect } from 'react';
import { site } from '../../config/site';
import { sizes, timings } from '../../config/timings';
import { useText, useLanguage } from '../../i18n/use-text';
import { scrollToTop } from '../../lib/navigation';
import { useQueryOfPage, useLoaded } from '../../lib/page-state';
import { BackLink } from '../../ui/back-link';
import { Link } from '../../ui/link';
import { PageTitle } from '../../ui/number-plate';
import { TabLinks } from '../../ui/tab-links';
import type { Page } from '../pages/paths';

export default function LegalRoute({ page }: { page: Page }) {
  const text = useText();
  return (
    <div className="wrap page">
      <BackLink language={page.language} />
      <div className="mt-5 mb-8">
        <PageTitle number={14} title={text('legal.headline')} />
      </div>
      <LegalDocuments />
      <p className="mt-6">
        <Link to={localPath(page.language, '/privacy')} className="button-link">
          {text('privacy.headline')}
        </Link>
      </p>
    </div>
  );
}

const names = { disclaimer: 'legal.disclaimer', terms: 'legal.terms', privacy: 'legal.privacy' } as const;

/** Three documents behind links; the address names the one that is open, so that back and forward move between them. */
function LegalDocuments() {
  const text = useText();
  const language = useLanguage();
  // Null in the prerendered page, from whose tab hydration begins.
  const query = useQueryOfPage();
  const hydrated = query !== null;
  const loaded = useLoaded();
  const asked = query?.get('tab');
  const open = legalDocuments.find((tab) => tab === asked) ?? 'disclaimer';
  const file = documentPath(site.documents[open], language);

  // Each document begins at the page's top, by a click as by back and forward: the browser must not put it elsewhere.
  useEffect(() => {
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);
  useEffect(() => {
    if (!hydrated) return;
    const timer = setTimeout(scrollToTop, timings.pageScrollMs);
    return () => clearTimeout(timer);
  }, [open, hydrated]);

  return (
    <>
      <TabLinks
        label={text('legal.tabs')}
        tabs={legalDocuments.map((tab) => ({
          search: `tab=${tab}`,
          name: text(names[tab]),
          isCurrent: tab === open,
        }))}
      />
      <noscript>
        <ul className="flex flex-wrap gap-x-7">
          {legalDocuments.map((tab) => (
            <li key={tab}>
              <a href={documentPath(site.documents[tab], language)} className="button-link">
                {text(names[tab])}
              </a>
            </li>
          ))}
        </ul>
      </noscript>
      <section aria-label={text(names[open])} className="mt-6">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <p className="text-small text-text-2">{text('legal.notice')}</p>
          <a href={file} target="_blank" rel="noopener" className="button button-line">
            {text('legal.download')} <span className="sr-only">{text('common.newTab')}</span>
          </a>
        </div>
        {/* Loaded last, because the browser's viewer is heavy, and without its toolbar, which appears late and pushes the
            document down; the button above opens the file with it. A new frame per file: changing the address of one
            would add a step to the history. */}
        <iframe
          key={loaded ? file : 'none'}
          src={loaded ? `${file}#toolbar=0` : undefined}
          title={`${text(names[open])}, PDF`}
          height={sizes.legalFramePx}
          className="document-frame"
        />
      </section>
    </>
  );
}
