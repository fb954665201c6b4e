import type { TextLanguage } from '@voordeur/contracts/http';
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useVisitCounting } from './visit-counting';
import { TextProvider } from '../i18n/text-provider';
import { availableLanguage } from '../i18n/texts';
import { Awake, LatePart, LoadBoundary } from '../ui/late-part';
import { LoadFailure, NotLoaded } from '../ui/load-failure';
import { LateToaster } from '../ui/late-toaster';
import { PageHead } from './pages/page-head';
import { movedPath, pageOf, type Page, type SiteScreen } from './pages/paths';
import { HomeRoute } from './routes/home.route';
import { SiteFrame } from './site-frame';
import { loadOnIntent } from '../lib/page-state';
import { useBusyNavigation, useScrollOnNavigation, useSectionHash } from '../lib/navigation';

const load = {
  learn: () => import('./routes/learn.route'),
  booking: () => import('./routes/booking.route'),
  guide: () => import('./routes/guide.route'),
  legal: () => import('./routes/legal.route'),
  privacy: () => import('./routes/privacy.route'),
  logos: () => import('./routes/logos.route'),
  unsubscribe: () => import('./routes/unsubscribe.route'),
  confirm: () => import('./routes/confirm.route'),
  case: () => import('./routes/case.route'),
};
const screens: Record<SiteScreen, ComponentType<{ page: Page }>> = {
  home: HomeRoute,
  // Any other path shows the landing page; its status and the line at the top say it wasn't found.
  'not-found': HomeRoute,
  learn: lazy(load.learn),
  booking: lazy(load.booking),
  guide: lazy(load.guide),
  legal: lazy(load.legal),
  privacy: lazy(load.privacy),
  logos: lazy(load.logos),
  unsubscribe: lazy(load.unsubscribe),
  confirm: lazy(load.confirm),
  case: lazy(load.case),
};

/** Loads the screen that a link leads to; undefined where none is to be loaded. */
function loadLinkedScreen(link: Element) {
  const { origin, pathname } = link as HTMLAnchorElement;
  if (origin !== location.origin) return undefined;
  const { screen } = pageOf(movedPath(pathname));
  return screen in load ? load[screen as keyof typeof load]() : undefined;
}

/** Everything below the router; the same in the browser and in the prerenderer. */
export function App() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const path = movedPath(pathname);
  const page = pageOf(path);
  const { language } = page;
  useEffect(() => {
    if (path !== pathname) void navigate(path + search + hash, { replace: true });
  }, [path, pathname, search, hash, navigate]);
  useVisitCounting(path, language);
  useScrollOnNavigation();
  useSectionHash();
  useEffect(() => loadOnIntent('a[href]', loadLinkedScreen), []);
  const isBusy = useBusyNavigation();
  return (
    <LoadBoundary place={path} fallback={<FrameFailure language={language} />}>
      <TextProvider language={language} catalogue="site">
        {isBusy && <div className="busy-bar" />}
        <Suspense>
          <SiteRoute page={page} />
          <Awake id="root" />
        </Suspense>
        <NotLoaded />
        <LateToaster />
      </TextProvider>
    </LoadBoundary>
  );
}

function SiteRoute({ page }: { page: Page }) {
  const Screen = screens[page.screen];
  return (
    <SiteFrame page={page}>
      <LatePart id="content" place={page.path}>
        <PageHead page={page} />
        <Screen page={page} />
      </LatePart>
    </SiteFrame>
  );
}

/** The frame or its texts failed to load, so this is shown in a language that did. */
function FrameFailure({ language }: { language: TextLanguage }) {
  return (
    <TextProvider language={availableLanguage(language, 'site')} catalogue="site">
      <LoadFailure />
      <Awake id="root" />
    </TextProvider>
  );
}
