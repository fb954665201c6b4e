import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { store, storageKeys } from '../config/storage';
import { pathInOtherLanguage, type SiteLanguage } from '../i18n/language';
import { Flag } from '../ui/flag';
import type { Page } from './pages/paths';
import { Link } from '../ui/link';

const otherOf: Record<SiteLanguage, SiteLanguage> = { en: 'nl', nl: 'en' };

/** Flag and code of the other language. */
export function LanguageSwitch({ page }: { page: Page }) {
  const other = otherOf[page.language];
  return (
    <OtherLanguageLink page={page} className="bar-item">
      <Flag language={other} />
      <span lang={other}>{other.toUpperCase()}</span>
      <span className="sr-only">
        <FormattedMessage
          id="common.switchLanguage"
          values={{ other: (name: ReactNode) => <span lang={other}>{name}</span> }}
        />
      </span>
    </OtherLanguageLink>
  );
}

interface Props {
  page: Page;
  className: string;
  children: ReactNode;
}

/** Leads to the same page in the other language. A link, so it works without JavaScript; a click also stores the choice. */
export function OtherLanguageLink({ page, className, children }: Props) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const other = otherOf[page.language];
  // `/` would be in the browser's language again, and an unknown path is not yet known when the page is rendered.
  const toHome = page.screen === 'home' || page.screen === 'not-found';
  return (
    <Link
      to={toHome ? `/${other}` : pathInOtherLanguage(page.path)}
      hrefLang={other}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        store(storageKeys.language, other);
        event.preventDefault();
        // Keeps the address of an unsubscribe link, or a chosen tab.
        void navigate(pathInOtherLanguage(pathname) + search);
      }}
    >
      {children}
    </Link>
  );
}
