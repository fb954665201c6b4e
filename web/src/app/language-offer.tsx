import type { TextLanguage } from '@voordeur/contracts/http';
import { useState } from 'react';
import { readStored, store, storageKeys } from '../config/storage';
import { offeredLanguage } from '../i18n/language';
import { useTextIn } from '../i18n/use-text-in';
import { useBrowserValue } from '../lib/use-browser-value';
import { CloseIcon } from '../ui/icons';
import { LateExtra } from '../ui/late-part';
import { LanguageLink } from './language-switch';
import type { Page } from './pages/paths';

/** A deep link never switches language by itself; a small bar offers it. Closing the bar chooses the language shown. */
export function LanguageOffer({ page }: { page: Page }) {
  const [closed, setClosed] = useState(false);
  const offered = useBrowserValue(() => {
    const signs = { stored: readStored(storageKeys.language), browser: navigator.languages };
    return offeredLanguage(page.language, signs);
  }, null);
  if (offered === null || closed) return null;
  function close() {
    store(storageKeys.language, page.language);
    setClosed(true);
  }
  return (
    <LateExtra>
      <Offer page={page} language={offered} onClose={close} />
    </LateExtra>
  );
}

interface OfferProps {
  page: Page;
  language: TextLanguage;
  onClose: () => void;
}

/** In the words of the language that it offers. */
function Offer({ page, language, onClose }: OfferProps) {
  const text = useTextIn(language, 'site');
  return (
    <aside aria-label={text('languageOffer.label')} lang={language} className="language-offer">
      <div className="wrap flex flex-wrap items-center gap-x-4 py-[.3rem]">
        <p>{text('languageOffer.text')}</p>
        <LanguageLink page={page} to={language} className="button-link font-semibold text-lamp">
          {text('languageOffer.go')}
        </LanguageLink>
        {/* The cross stays at the end of the line, even where the words fill it. */}
        <button
          type="button"
          aria-label={text('languageOffer.dismiss')}
          className="bar-item bar-icon ml-auto"
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </div>
    </aside>
  );
}
