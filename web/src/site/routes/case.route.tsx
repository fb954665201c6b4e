import { inLanguage, localPath, type Street } from '@voordeur/contracts/http';
import { use } from 'react';
import { fetchWords, wordsInDocument, wordsInSettings } from '../../config/case-words';
import { site } from '../../config/site';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import type { ScrollState } from '../../lib/navigation';
import { ArrowIcon } from '../../ui/icons';
import { Link } from '../../ui/link';
import { PageTitle } from '../../ui/number-plate';
import { CaseSides, ClientQuote } from '../home/proof';
import { Face, nameAndTown } from '../home/turning-window';
import { casePages, type Page } from '../pages/paths';

export default function CaseRoute({ page }: { page: Page }) {
  return page.street && <Case page={page} street={page.street} />;
}

function Case({ page, street }: { page: Page; street: Street }) {
  const text = useText();
  const { language, path } = page;
  const { story, quote } =
    wordsInSettings(street, language) ?? wordsInDocument(path) ?? use(fetchWords(path));
  const others = casePages().filter((other) => other.language === language && other.path !== path);
  return (
    <div className="wrap page">
      <Link to={{ pathname: localPath(language, '/'), hash: 'proof' }} className="back-link">
        <span className="-scale-x-100">
          <ArrowIcon />
        </span>
        {text('case.back')}
      </Link>
      <div className="mt-5 mb-10">
        <PageTitle number="2a" title={inLanguage(street.name, language)} />
      </div>
      <div className="flex flex-wrap items-center gap-x-16 gap-y-5">
        <CaseSides street={street} />
      </div>
      <div className="mt-10 grid gap-x-16 gap-y-10 columns:grid-cols-7-5">
        <div>
          {story.split(/\n\s*\n/).map((paragraph, index) => (
            <p key={index} className="mb-5 max-w-column text-text-2 wrap-anywhere">
              {paragraph}
            </p>
          ))}
          {quote && <ClientQuote words={quote.text} by={quote.by} />}
        </div>
        <div className="grid content-start gap-8">
          <Writer page={page} />
          {others.length > 0 && (
            <nav aria-labelledby="other-cases">
              <h2 id="other-cases" className="text-h3">
                {text('case.others')}
              </h2>
              <ul className="mt-2">
                {others.map((other) => (
                  <li key={other.path}>
                    <Link to={other.path} className="button-link">
                      {other.street && inLanguage(other.street.name, language)}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </div>
    </div>
  );
}

/** The person who did the work, and the ways to them. */
function Writer({ page: { language } }: { page: Page }) {
  const text = useText();
  const { person } = site;
  return (
    <div className="card">
      {person && (
        <p className="mb-5 flex items-center gap-4">
          <Face person={person} />
          {nameAndTown(person, language)}
        </p>
      )}
      <p className="mb-5 text-text-2">{text('case.writer')}</p>
      <div className="flex flex-wrap gap-3">
        <Link
          to={localPath(language, '/booking')}
          state={{ topAfterMs: timings.bookingScrollMs } satisfies ScrollState}
          className="button button-lamp"
        >
          {text('home.contact.book')}
        </Link>
        <Link to={{ pathname: `/${language}`, search: 'open=question' }} className="button button-line">
          {text('home.contact.ask')}
        </Link>
      </div>
    </div>
  );
}
