import { FormattedMessage } from 'react-intl';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { store, storageKeys } from '../config/storage';
import { homePath, pathInOtherLanguage, type SiteLanguage } from '../i18n/language';
import { Flag } from '../ui/flag';
import type { Page } from './paths';

const otherOf: Record<SiteLanguage, SiteLanguage> = { en: 'nl', nl: 'en' };

/** Flag and code of the other language. A link, so that it works without JavaScript; a click keeps the choice. */
export function LanguageSwitch({ page }: { page: Page }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const other = otherOf[page.language];
  // Prerendered, an unknown path is not yet known; its counterpart is where the click goes.
  const unknown = page.path.endsWith('*');

  return (
    <Link
      to={unknown ? homePath[other] : pathInOtherLanguage(page.path)}
      hrefLang={other}
      className="bar-item"
      onClick={(event) => {
        store(storageKeys.language, other);
        if (!unknown) return;
        event.preventDefault();
        void navigate(pathInOtherLanguage(pathname));
      }}
    >
      <Flag language={other} />
      <span lang={other}>{other.toUpperCase()}</span>
      <span className="sr-only">
        <FormattedMessage
          id="common.switchLanguage"
          values={{ other: (name: React.ReactNode) => <span lang={other}>{name}</span> }}
        />
      </span>
    </Link>
  );
}
