import { lazy, type ReactNode } from 'react';
import { useText } from '../i18n/use-text';
import { useLoaded } from '../lib/when-idle';
import { LateExtra } from '../ui/late-part';
import { Bar } from './frame/bar';
import { LanguageOffer } from './frame/language-offer';
import { isLanding, type Page } from './pages/paths';
import { SiteFooter } from './frame/site-footer';

const Sky = lazy(() => import('./sky/sky'));

/** The bar, the page and the footer of every screen that a visitor sees. */
export function SiteFrame({ page, children }: { page: Page; children: ReactNode }) {
  const text = useText();
  return (
    <>
      <a href="#content" className="skip-link">
        {text('common.skipToContent')}
      </a>
      {isLanding(page) && <LateSky />}
      <Bar page={page} />
      <LanguageOffer page={page} />
      <main id="content" tabIndex={-1} data-asleep="">
        {children}
      </main>
      <SiteFooter />
    </>
  );
}

/** Decoration waits until everything else has loaded. Other pages are for reading, and rain would fall through their lines. */
function LateSky() {
  if (!useLoaded()) return null;
  return (
    <LateExtra>
      <Sky />
    </LateExtra>
  );
}
