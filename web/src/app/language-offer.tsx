import { useState } from 'react';
import { readStored, store, storageKeys } from '../config/storage';
import { offeredLanguage } from '../i18n/language';
import { useText } from '../i18n/use-text';
import { useBrowserValue } from '../lib/use-browser-value';
import { CloseIcon } from '../ui/icons';
import { OtherLanguageLink } from './language-switch';
import type { Page } from './pages/paths';

/** A deep link never switches language by itself; a small bar offers it. Closing the bar chooses the language shown. */
export function LanguageOffer({ page }: { page: Page }) {
  const text = useText();
  const [closed, setClosed] = useState(false);
  const offered = useBrowserValue(() => {
    const signs = { stored: readStored(storageKeys.language), browser: navigator.languages };
    return offeredLanguage(page.language, signs);
  }, null);
  if (offered === null || closed) return null;
  return (
    <aside aria-label={text('offer.label')} lang={offered} className="language-offer">
      <div className="wrap flex flex-wrap items-center gap-x-4 py-[.3rem]">
        <p>{text('offer.text')}</p>
        <OtherLanguageLink page={page} className="button-link font-semibold text-lamp">
          {text('offer.go')}
        </OtherLanguageLink>
        {/* The cross stays at the end of the line, even where the words fill it. */}
        <button
          type="button"
          aria-label={text('offer.dismiss')}
          className="bar-item bar-icon ml-auto"
          onClick={() => {
            store(storageKeys.language, page.language);
            setClosed(true);
          }}
        >
          <CloseIcon />
        </button>
      </div>
    </aside>
  );
}
