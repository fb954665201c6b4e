import { lazy, type ReactNode, useState } from 'react';
import { readStored, store, storageKeys } from '../config/storage';
import { offeredLanguage } from '../i18n/language';
import { useText } from '../i18n/use-text';
import { useBrowserValue, useLoaded } from '../lib/page-state';
import { LateExtra } from '../ui/late-part';
import { Bar } from './frame/bar';
import { SiteFooter } from './frame/site-footer';
import { isLanding, type Page } from './pages/paths';

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

const LanguageOfferBar = lazy(() => import('./frame/language-offer-bar'));

/** A deep link never switches language by itself; a line offers it. Closing the line chooses the language shown. */
function LanguageOffer({ page }: { page: Page }) {
  const [closed, setClosed] = useState(false);
  const offered = useBrowserValue(() => {
    const signs = { stored: readStored(storageKeys.language), browser: navigator.languages };
    return offeredLanguage(page.language, signs);
  }, undefined);
  if (offered === null || closed) return null;
  function close() {
    store(storageKeys.language, page.language);
    setClosed(true);
  }
  // Until it's known here, start.ts says whether the line gets its room.
  return (
    <div className="offer-room" data-offered={offered && ''}>
      {offered && (
        <LateExtra>
          <LanguageOfferBar page={page} language={offered} onClose={close} />
        </LateExtra>
      )}
    </div>
  );
}
