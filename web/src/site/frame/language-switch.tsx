import { ownNames, type TextLanguage, textLanguages } from '@voordeur/contracts/http';
import { type ReactNode, useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { store, storageKeys } from '../../config/storage';
import { otherLanguagesThan, pathInLanguage } from '../../i18n/language';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { isLanding, type Page } from '../pages/paths';

/** Between two languages a link to the other one; among more a menu, and nothing where there is one. */
export function LanguageSwitch({ page }: { page: Page }) {
  if (import.meta.env.HAS_LANGUAGE_MENU) return <LanguageMenu page={page} />;
  const [other] = otherLanguagesThan(page.language);
  if (!other) return null;
  return (
    <LanguageLink page={page} to={other} className="bar-item">
      <Flag language={other} />
      <span lang={other}>{other.toUpperCase()}</span>
      <span className="sr-only">
        <FormattedMessage
          id="common.switchLanguage"
          values={{
            name: ownNames[other],
            other: (name: ReactNode) => <span lang={other}>{name}</span>,
          }}
        />
      </span>
    </LanguageLink>
  );
}

/** `<details>`, so it opens without JavaScript; with it, it closes as menus do. */
function LanguageMenu({ page }: { page: Page }) {
  const text = useText();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = () => menu.current?.removeAttribute('open');
    function onPointer(event: Event) {
      if (!menu.current?.contains(event.target as Node)) close();
    }
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !menu.current?.open) return;
      close();
      menu.current.querySelector('summary')?.focus();
    }
    addEventListener('pointerdown', onPointer);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPointer);
      removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    // Closed again on the page of another language.
    <details key={page.language} ref={menu} className="language-menu">
      <summary className="bar-item">
        {page.language.toUpperCase()} <span className="sr-only">{text('common.languages')}</span>
      </summary>
      <ul>
        {textLanguages.map((language) => (
          <li key={language}>
            <LanguageLink page={page} to={language} className="bar-item" current={language === page.language}>
              <span lang={language}>{ownNames[language]}</span>
            </LanguageLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface LinkProps {
  page: Page;
  to: TextLanguage;
  className: string;
  current?: boolean;
  children: ReactNode;
}

/** Leads to the same page in a language. A link, so it works without JavaScript; a click also stores the choice. */
export function LanguageLink({ page, to: language, className, current = false, children }: LinkProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // `/` would be in the browser's language again, and an unknown path is not yet known when the page is rendered.
  return (
    <Link
      to={isLanding(page) ? `/${language}` : pathInLanguage(language, page.path)}
      hrefLang={language}
      aria-current={current || undefined}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        store(storageKeys.language, language);
        event.preventDefault();
        // Keeps the address of an unsubscribe link, or a chosen tab.
        void navigate(pathInLanguage(language, pathname) + search);
      }}
    >
      {children}
    </Link>
  );
}

/** The spec's two; others have none, for a language isn't a country. */
function Flag({ language }: { language: TextLanguage }) {
  const drawing = flags[language];
  return (
    drawing && (
      <svg width="20" height="14" viewBox="0 0 20 14" aria-hidden="true" className="rounded-xs">
        {drawing}
      </svg>
    )
  );
}

const flags: Partial<Record<TextLanguage, ReactNode>> = {
  nl: (
    <>
      <path d="M0 0h20v14H0z" fill="#f3efe6" />
      <path d="M0 0h20v4.7H0z" fill="#c8443a" />
      <path d="M0 9.3h20V14H0z" fill="#2f5fa8" />
    </>
  ),
  en: (
    <>
      <path d="M0 0h20v14H0z" fill="#2b4a8b" />
      <path d="M0 0l20 14M20 0L0 14" stroke="#f3efe6" strokeWidth="2.8" />
      <path d="M0 0l20 14M20 0L0 14" stroke="#c8443a" strokeWidth="1" />
      <path d="M10 0v14M0 7h20" stroke="#f3efe6" strokeWidth="4.4" />
      <path d="M10 0v14M0 7h20" stroke="#c8443a" strokeWidth="2.4" />
    </>
  ),
};
