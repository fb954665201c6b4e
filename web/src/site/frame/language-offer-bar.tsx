import type { TextLanguage } from '@voordeur/contracts/http';
import { useTextIn } from '../../i18n/use-text-in';
import { CloseIcon } from '../../ui/icons';
import { LanguageLink } from './language-switch';
import type { Page } from '../pages/paths';

interface Props {
  page: Page;
  language: TextLanguage;
  onClose: () => void;
}

/** In the words of the language that it offers. */
export default function LanguageOfferBar({ page, language, onClose }: Props) {
  const text = useTextIn(language, 'site');
  return (
    <aside aria-label={text('languageOffer.label')} lang={language} className="language-offer">
      <div className="wrap flex flex-wrap items-center gap-x-4 phone:py-[.3rem]">
        {/* A phone has room for one line, and the link says it too. */}
        <p className="max-phone:sr-only">{text('languageOffer.text')}</p>
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
