import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { store, storageKeys } from '../config/storage';
import { otherLanguage, pathInOtherLanguage, type SiteLanguage } from '../i18n/language';
import { Link } from '../ui/link';
import { isLanding, type Page } from './pages/paths';

/** Flag and code of the other language. */
export function LanguageSwitch({ page }: { page: Page }) {
  const other = otherLanguage[page.language];
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
  const other = otherLanguage[page.language];
  // `/` would be in the browser's language again, and an unknown path is not yet known when the page is rendered.
  return (
    <Link
      to={isLanding(page) ? `/${other}` : pathInOtherLanguage(page.path)}
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

function Flag({ language }: { language: SiteLanguage }) {
  return (
    <svg width="20" height="14" viewBox="0 0 20 14" aria-hidden="true" className="rounded-[2px]">
      {language === 'nl' ? (
        <>
          <path d="M0 0h20v14H0z" fill="#f3efe6" />
          <path d="M0 0h20v4.7H0z" fill="#c8443a" />
          <path d="M0 9.3h20V14H0z" fill="#2f5fa8" />
        </>
      ) : (
        <>
          <path d="M0 0h20v14H0z" fill="#2b4a8b" />
          <path d="M0 0l20 14M20 0L0 14" stroke="#f3efe6" strokeWidth="2.8" />
          <path d="M0 0l20 14M20 0L0 14" stroke="#c8443a" strokeWidth="1" />
          <path d="M10 0v14M0 7h20" stroke="#f3efe6" strokeWidth="4.4" />
          <path d="M10 0v14M0 7h20" stroke="#c8443a" strokeWidth="2.4" />
        </>
      )}
    </svg>
  );
}
