import { lazy, Suspense, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { useVisitCounting } from '../features/tracking/use-visit-counting';
import { languageOfPath, type SiteLanguage } from '../i18n/language';
import { TextProvider } from '../i18n/text-provider';
import { languageAtHand } from '../i18n/texts';
import { LoadBoundary } from '../ui/load-boundary';
import { LoadFailure } from '../ui/load-failure';
import { LateToaster } from '../ui/toast/late-toaster';
import { isAdmin, pageOf, type Page, type Screen } from './paths';
import { HomeRoute } from './routes/home.route';
import { SiteFrame } from './site-frame';
import { useScrollWishes, useSectionHash } from './use-scroll-wishes';

const AdminFrame = lazy(() => import('./routes/admin.route'));

const screens: Record<Screen, ComponentType<{ page: Page }>> = {
  home: HomeRoute,
  // Any other path shows the landing page; its status and its line above say that nothing lives there.
  'not-found': HomeRoute,
  learn: lazy(() => import('./routes/learn.route')),
  booking: lazy(() => import('./routes/booking.route')),
  guide: lazy(() => import('./routes/guide.route')),
  legal: lazy(() => import('./routes/legal.route')),
  privacy: lazy(() => import('./routes/privacy.route')),
  logos: lazy(() => import('./routes/logos.route')),
  unsubscribe: lazy(() => import('./routes/unsubscribe.route')),
  confirm: lazy(() => import('./routes/confirm.route')),
  admin: lazy(() => import('./routes/admin-home.route')),
  'admin-analytics': lazy(() => import('./routes/admin-analytics.route')),
  'admin-leads': lazy(() => import('./routes/admin-leads.route')),
  'admin-lead': lazy(() => import('./routes/admin-lead.route')),
  'admin-deliveries': lazy(() => import('./routes/admin-deliveries.route')),
};

/** Everything below the router; the same in the browser and in the prerenderer. */
export function App() {
  const { pathname } = useLocation();
  useVisitCounting();
  useScrollWishes();
  useSectionHash();
  const page = pageOf(pathname);
  const Shown = screens[page.screen];
  // One frame over all of a visitor's pages, and one session over all of the admin's.
  const Frame = isAdmin(page) ? AdminFrame : SiteFrame;
  const language = languageOfPath(pathname);
  return (
    <LoadBoundary place={pathname} fallback={<FrameFailure language={language} />}>
      <TextProvider language={language} part="site">
        <Suspense>
          <Frame page={page}>
            <LoadBoundary place={pathname} fallback={<LoadFailure />}>
              <Suspense>
                <Shown page={page} />
              </Suspense>
            </LoadBoundary>
          </Frame>
        </Suspense>
        <LateToaster />
      </TextProvider>
    </LoadBoundary>
  );
}

/** Not even the frame or its texts came: said in a language that is here. */
function FrameFailure({ language }: { language: SiteLanguage }) {
  return (
    <TextProvider language={languageAtHand(language)} part="site">
      <LoadFailure />
    </TextProvider>
  );
}
