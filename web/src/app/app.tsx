import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { useVisitCounting } from '../features/tracking/use-visit-counting';
import { languageOfPath } from '../i18n/language';
import { TextProvider } from '../i18n/text-provider';
import { LateToaster } from '../ui/toast/late-toaster';
import { pages, type Page, type Screen } from './paths';
import { HomeRoute } from './routes/home.route';

const AdminFrame = lazy(() => import('./routes/admin.route'));

const screens: Record<Screen, ComponentType<{ page: Page }>> = {
  home: HomeRoute,
  // Any other path shows the landing page; its status and its line above say that nothing lives there.
  'not-found': HomeRoute,
  admin: lazy(() => import('./routes/admin-home.route')),
  'admin-analytics': lazy(() => import('./routes/admin-analytics.route')),
};

/** Everything below the router; the same in the browser and in the prerenderer. */
export function App() {
  const { pathname } = useLocation();
  useVisitCounting();
  useEffect(scrollToSection, []);
  return (
    <TextProvider language={languageOfPath(pathname)} part="site">
      <Routes>
        <Route element={<AdminChunk />}>{routesOf((page) => isAdmin(page))}</Route>
        {routesOf((page) => !isAdmin(page))}
      </Routes>
      <LateToaster />
    </TextProvider>
  );
}

function routesOf(wanted: (page: Page) => boolean) {
  return pages.filter(wanted).map((page) => {
    const Shown = screens[page.screen];
    return <Route key={page.path} path={page.path} element={<Shown page={page} />} />;
  });
}

function isAdmin({ screen }: Page): boolean {
  return screen.startsWith('admin');
}

/** One session for all of the admin's screens; none of it is loaded for a visitor. */
function AdminChunk() {
  return (
    <Suspense>
      <AdminFrame>
        <Outlet />
      </AdminFrame>
    </Suspense>
  );
}

/** The browser has done this already, unless the section only came with the move from `/` to a language. */
function scrollToSection() {
  const section = location.hash.slice(1);
  if (section !== '') document.getElementById(section)?.scrollIntoView();
}
