import { lazy, useState } from 'react';
import { readStored, store, storageKeys } from '../../config/storage';
import { offeredLanguage } from '../../i18n/language';
import { useBrowserValue } from '../../lib/use-browser-value';
import { LateExtra } from '../../ui/late-part';
import type { Page } from '../pages/paths';

const LanguageOfferBar = lazy(() => import('./language-offer-bar'));

/** A deep link never switches language by itself; a line offers it. Closing the line chooses the language shown. */
export function LanguageOffer({ page }: { page: Page }) {
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
