import { useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { site } from '../config/site';
import { homePath } from '../i18n/language';
import { useText } from '../i18n/use-text';
import { Mark } from '../ui/mark';
import { LanguageSwitch } from './language-switch';
import type { Page } from './paths';

interface Props {
  page: Page;
  children: ReactNode;
}

/** The bar, the page and the stoep of every screen that a visitor sees. */
export function SiteFrame({ page, children }: Props) {
  const text = useText();
  const home = homePath[page.language];
  return (
    <>
      <a href="#content" className="skip-link">
        {text('common.skipToContent')}
      </a>
      <header className="relative z-10">
        <nav aria-label={text('bar.label')} className="wrap flex h-16 items-center justify-between sm:h-19">
          <Link to={home} className="brand" aria-label={text('bar.home', { product: site.product })}>
            <Mark />
            {site.product}
          </Link>
          <LanguageSwitch page={page} />
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer aria-label={text('footer.label')} className="stoep">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2 pt-10 pb-9 text-small text-text-2">
          <Link
            to={home}
            className="brand text-text"
            aria-label={text('bar.home', { product: site.product })}
          >
            <Mark />
            {site.product}
          </Link>
          <Copyright />
        </div>
      </footer>
    </>
  );
}

/** Hydration starts from the year of the build, whatever the year is by then. */
function Copyright() {
  const text = useText();
  const year = useSyncExternalStore(neverChanges, currentYear, () => import.meta.env.BUILD_YEAR);
  return <p>{text('footer.copyright', { year: String(year), product: site.product })}</p>;
}

const neverChanges = () => () => undefined;
const currentYear = () => new Date().getFullYear();
