import { Navigate, useLocation } from 'react-router-dom';
import type { HomeAnswer } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { readWhenOpened } from '../../lib/admin-queries';
import { LateExtra } from '../../ui/late-part';
import { NotFetched, Skeleton } from '../../ui/query-states';
import { RefreshButton, ScreenHead } from '../../ui/screen-head';
import { LoginForm } from '../session/login-form';
import { type AskedScreen, useAdminSession } from '../session/admin-session';
import { PagesCard, WeekCard, YesterdayCard } from './cards';
import { MeetingsToday } from './meetings-today';
import { WaitingPanel } from './waiting-panel';

const HomeShortcuts = lazy(() => import('./home-shortcuts'));
// Most mornings nothing failed.
const FailuresPanel = lazy(() => import('./failures-panel'));
const HomeFoot = lazy(() => import('./home-foot'));

/** The login, which goes on to the screen that was asked for; or the dashboard when logged in. */
export default function AdminHomeRoute() {
  const text = useText();
  const { status } = useAdminSession();
  const asked = (useLocation().state as AskedScreen | null)?.asked;
  if (status === 'unknown') return <p className="sr-only">{text('admin.loading')}</p>;
  if (status === 'in') return asked === undefined ? <AdminDashboard /> : <Navigate to={asked} replace />;
  return (
    <div className="mx-auto mt-[min(12vh,7rem)] max-w-104">
      <div className="card p-8">
        <h1 className="text-screen leading-title">{text('admin.login.title')}</h1>
        <p className="mt-2 mb-7 text-text-2">{text('admin.login.text')}</p>
        <LoginForm />
      </div>
    </div>
  );
}

/** The owner's morning on one screen: today's meetings, waiting leads, new leads, failures. */
export function AdminDashboard() {
  const text = useText();
  const { formatDate } = useIntl();
  const home = useQuery<HomeAnswer>({ queryKey: ['/api/admin/home'], ...readWhenOpened });
  const { data } = home;
  const waits = !data && !home.isError;
  return (
    <>
      <ScreenHead
        title={text('admin.dashboard.title')}
        note={
          <p className="text-text-2">
            {data && formatDate(data.asOf, { weekday: 'long', day: 'numeric', month: 'long' })}
          </p>
        }
      >
        <LateExtra>{data && data.waiting.length > 0 && <HomeShortcuts waiting={data.waiting} />}</LateExtra>
        <RefreshButton busy={home.isFetching && data !== undefined} onClick={() => void home.refetch()} />
      </ScreenHead>
      <div className="grid grid-cols-1 gap-3.5 columns:grid-cols-2-1">
        <div className="flex min-w-0 flex-col gap-3.5 *:last:grow">
          {data && <MeetingsToday meetings={data.meetings} />}
          {data && <WaitingPanel {...data} />}
          {waits && <WaitingSkeleton />}
          {home.isError && (
            <NotFetched onRetry={() => void home.refetch()}>{text('admin.dashboard.notFetched')}</NotFetched>
          )}
          {data &&
            data.failedEndpoints.length + data.failedReplies.length + data.failedErasures.length > 0 && (
              <LateExtra>
                <FailuresPanel {...data} />
              </LateExtra>
            )}
        </div>
        <div className="grid min-w-0 gap-3.5 phone:max-columns:grid-cols-2 columns:grid-rows-[auto_auto_1fr]">
          <YesterdayCard days={data?.days} heldBack={data?.quarantinedYesterday} waits={waits} />
          <WeekCard week={data?.leads} waits={waits} />
          <PagesCard />
        </div>
      </div>
      <LateExtra>
        <HomeFoot />
      </LateExtra>
    </>
  );
}

/** As high as two who wait. */
function WaitingSkeleton() {
  return (
    <div className="panel gap-5" aria-busy="true">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-5 w-32" />
    </div>
  );
}
