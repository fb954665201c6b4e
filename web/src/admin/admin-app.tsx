import { defaultLanguage, ownNames, type TextLanguage, textLanguages } from '@voordeur/contracts/http';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  startTransition,
  Suspense,
  useEffect,
  useState,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router-dom';
import { site } from '../config/site';
import { readStored, storageKeys, store } from '../config/storage';
import { otherLanguagesThan } from '../i18n/language';
import { TextProvider } from '../i18n/text-provider';
import { availableLanguage } from '../i18n/texts';
import { useLanguage, useText } from '../i18n/use-text';
import { createQueryClient } from '../lib/query-client';
import { useBusyNavigation, useScrollOnNavigation } from '../lib/navigation';
import { Brand, Link } from '../ui/link';
import { LateToaster } from '../ui/late-toaster';
import { LatePopup, LoadBoundary } from '../ui/late-part';
import { LoadFailure } from '../ui/load-failure';
import { firstReads } from './analytics/first-reads';
import { type AdminScreen, menu, screenHeads, screenOf, screenPaths } from './screens';
import { AdminSessionProvider, OwnerOnly, useAdminSession } from './session/admin-session';

const SharedScreen = lazy(() => import('./analytics/shared-screen'));
const SearchDialog = lazy(() => import('./search-dialog'));

/** Loads the code of each screen. */
const load = {
  home: () => import('./home/home-screen'),
  analytics: () => import('./analytics/analytics-screen'),
  leads: () => import('./leads/leads-screen'),
  lead: () => import('./leads/lead-screen'),
  calendar: () => import('./calendar/calendar-screen'),
  subscribers: () => import('./subscribers/subscribers-screen'),
  deliveries: () => import('./deliveries/deliveries-screen'),
  notifications: () => import('./notifications/notifications-screen'),
  mail: () => import('./mail/mail-screen'),
  sharing: () => import('./sharing/sharing-screen'),
  security: () => import('./security/security-screen'),
  'not-found': () => import('./not-found-screen'),
  translations: () => import('./texts/translations-screen'),
  site: () => import('./site/site-screen'),
  setup: () => import('./setup/setup-screen'),
} satisfies Record<Exclude<AdminScreen, 'shared'>, () => Promise<{ default: ComponentType }>>;
const screens = Object.fromEntries(
  Object.entries(load).map(([name, one]) => [name, lazy<ComponentType>(one)]),
) as Record<keyof typeof load, LazyExoticComponent<ComponentType>>;

/** Begins to load a screen. Where it's shown, it's loaded again if that failed. */
function loadCode(screen: AdminScreen): void {
  if (screen !== 'shared') load[screen]().catch(() => undefined);
}

/** Everything below the router: the admin's own language, its session, its queries. A shared view has no session. */
export function AdminApp() {
  const { pathname } = useLocation();
  const screen = screenOf(pathname);
  const [language, setLanguage] = useState(keptLanguage);
  const [timeZone, setTimeZone] = useState<string>();
  const [queryClient] = useState(createQueryClient);
  useScrollOnNavigation();
  const isBusy = useBusyNavigation();
  const frame = {
    screen,
    language,
    // Keeps the old texts until the new ones have loaded.
    onSwitch: (next: TextLanguage) => {
      // Visitors of a shared link have no admin to come back to.
      if (screen !== 'shared') store(storageKeys.adminLanguage, next);
      startTransition(() => setLanguage(next));
    },
  };
  return (
    <LoadBoundary place={pathname} fallback={<FrameFailure language={language} />}>
      <Suspense>
        <TextProvider language={language} catalogue="admin" timeZone={timeZone}>
          {isBusy && <div className="busy-bar" />}
          <QueryClientProvider client={queryClient}>
            {screen === 'shared' ? (
              <AdminFrame {...frame} bar={<SharedBar />}>
                <SharedScreen onOpened={setTimeZone} />
              </AdminFrame>
            ) : (
              <AdminSessionProvider onOpened={setTimeZone} onClosed={() => queryClient.clear()}>
                <AdminFrame {...frame} bar={<AdminBar />}>
                  <OwnersScreen screen={screen} />
                </AdminFrame>
              </AdminSessionProvider>
            )}
          </QueryClientProvider>
          <LateToaster />
        </TextProvider>
      </Suspense>
    </LoadBoundary>
  );
}

/** The one that the owner chose in this browser. */
function keptLanguage(): TextLanguage {
  const kept = readStored(storageKeys.adminLanguage);
  return textLanguages.find((language) => language === kept) ?? defaultLanguage;
}

/** The frame or its texts failed to load, so this is shown in a language that did. */
function FrameFailure({ language }: { language: TextLanguage }) {
  return (
    <Suspense>
      <TextProvider language={availableLanguage(language, 'admin')} catalogue="admin">
        <LoadFailure />
      </TextProvider>
    </Suspense>
  );
}

function OwnersScreen({ screen }: { screen: keyof typeof screens }) {
  const Screen = screens[screen];
  // While the session is checked: neither waits for the other.
  useEffect(() => loadCode(screen), [screen]);
  // Neither needs a session: the first asks for it.
  if (screen === 'home' || screen === 'not-found') return <Screen />;
  return (
    <OwnerOnly>
      <Screen />
    </OwnerOnly>
  );
}

interface FrameProps extends FooterProps {
  screen: AdminScreen;
  bar: ReactNode;
  children: ReactNode;
}

function AdminFrame({ screen, bar, children, ...footer }: FrameProps) {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col text-small">
      {bar}
      <main id="content" tabIndex={-1} className="peer wrap w-full flex-1 pt-8 pb-9">
        <ScreenTitle screen={screen} />
        <LoadBoundary place={pathname} fallback={<LoadFailure />}>
          <Suspense>{children}</Suspense>
        </LoadBoundary>
      </main>
      <AdminFooter {...footer} />
    </div>
  );
}

function ScreenTitle({ screen }: { screen: AdminScreen }) {
  const text = useText();
  const language = useLanguage();
  const [titleKey, descriptionKey] = screenHeads[screen];
  const title = text(titleKey, { product: site.product });
  const description = text(descriptionKey);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = title;
    document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [language, title, description]);
  return null;
}

/** Leads to the site, not into the admin. */
function SharedBar() {
  const text = useText();
  const language = useLanguage();
  return (
    <header className="border-b border-line">
      <a href="#content" className="skip-link">
        {text('common.skipToContent')}
      </a>
      <div className="wrap flex min-h-16 items-center">
        <Brand href={`/${language}`} label={text('bar.home', { product: site.product })} />
      </div>
    </header>
  );
}

/** As high with its items as without, so nothing below it shifts. */
function AdminBar() {
  const text = useText();
  const { status, logout } = useAdminSession();
  const isIn = status === 'in';
  return (
    <header className={`border-b ${isIn ? 'border-line' : 'border-transparent'}`}>
      <a href="#content" className="skip-link">
        {text('common.skipToContent')}
      </a>
      <div className="wrap flex flex-wrap items-center justify-between gap-x-4 pt-2.5 columns:min-h-16 columns:flex-nowrap columns:gap-x-8 columns:pt-0">
        <Brand to="/admin" label={text('admin.home', { product: site.product })} />
        <div className="order-last min-h-11 w-full min-w-0 columns:order-none columns:mr-auto columns:w-auto columns:py-2.5">
          {isIn && <AdminNav />}
        </div>
        {isIn && (
          <div className="flex">
            <SearchButton />
            <button type="button" className="bar-item" onClick={logout}>
              {text('admin.session.logout')}
            </button>
          </div>
        )}
      </div>
    </header>
  );
}

/** Opens the search, as ⌘K and Ctrl K do from anywhere but another dialog. */
function SearchButton() {
  const text = useText();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (!document.querySelector('[role=dialog]')) setOpen(true);
    }
    addEventListener('keydown', onKeyDown, leaving);
    return () => leaving.abort();
  }, []);
  return (
    <>
      <button
        type="button"
        className="bar-item"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen(true)}
      >
        {text('admin.search.title')}
      </button>
      {open && (
        <LatePopup>
          <SearchDialog onClose={() => setOpen(false)} />
        </LatePopup>
      )}
    </>
  );
}

interface FooterProps {
  language: TextLanguage;
  onSwitch: (language: TextLanguage) => void;
}

function AdminFooter({ language, onSwitch }: FooterProps) {
  const text = useText();
  return (
    // Not seen before there's a screen above it, which would push it down.
    <footer
      aria-label={text('footer.label')}
      className="border-t border-line peer-[:not(:has(h1))]:invisible"
    >
      <div className="wrap flex items-center justify-between py-3">
        {/* A plain link: the site loads from scratch, with its own language and page view. */}
        <a href="/" className="bar-item -ml-3">
          {text('admin.site')}
        </a>
        {otherLanguagesThan(language).map((other) => (
          <button
            key={other}
            type="button"
            lang={other}
            className="bar-item last:-mr-3"
            onClick={() => onSwitch(other)}
          >
            {ownNames[other]}
          </button>
        ))}
      </div>
    </footer>
  );
}

/** Scrolls the row alone: `scrollIntoView` would scroll the page too. */
function showInRow(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** Links to each screen of the admin; a screen's subpages (a single lead) highlight its item too. */
function AdminNav() {
  const text = useText();
  const { pathname } = useLocation();
  const queries = useQueryClient();
  // Figures are read again only when asked for, so the press can read them before their screen does.
  const read = (to: string) => {
    if (to !== screenPaths.analytics) return;
    for (const path of firstReads) queries.query({ queryKey: [path] }).catch(() => undefined);
  };
  return (
    <nav
      aria-label={text('admin.nav.label')}
      className="relative -mx-2.5 flex gap-x-1 overflow-x-auto columns:flex-wrap"
    >
      {menu.map(({ to, name }) => {
        const exact = pathname === to;
        const inside = to !== '/admin' && pathname.startsWith(`${to}/`);
        return (
          <Link
            key={to}
            to={to}
            ref={exact || inside ? showInRow : undefined}
            aria-current={exact ? 'page' : inside ? 'true' : undefined}
            onPointerEnter={() => loadCode(screenOf(to))}
            onFocus={() => loadCode(screenOf(to))}
            onPointerDown={() => read(to)}
            onClick={() => read(to)}
            className="inline-flex min-h-11 flex-none items-center border-b-2 border-transparent px-2.5 text-text-2 transition-colors hover:text-text focus-visible:-outline-offset-2 forced-colors:not-current:border-[Canvas] current:border-lamp current:text-text"
          >
            {text(name)}
          </Link>
        );
      })}
    </nav>
  );
}
