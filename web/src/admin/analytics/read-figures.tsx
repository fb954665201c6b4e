import type {
  Days,
  RangeAnalytics,
  SessionAnalytics,
  OpenSharedAnswer,
  OpenSharedBody,
  SharedFigures,
} from '@voordeur/contracts/http';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { authorizationOf } from '../../lib/admin-api';
import { postJson, throwUnlessOk, isRefusedFor, withTimeLimit } from '../../lib/http';
import { Link } from '../../ui/link';
import { Empty, NotFetched, Skeleton } from '../../ui/query-states';
import { ofBots, ofSessions, searchOf, type Period, usePeriod } from './period';

/** The figures of a period, and those of the days it's compared with. */
export interface Compared<Figures> {
  /** The figures of the last period stay until these are here. */
  now: UseQueryResult<Figures>;
  /** Asked for once `now` says which days they are. */
  before: UseQueryResult<Figures> | null;
}

/** Figures of all page views. */
export function useRange(period: Period): Compared<RangeAnalytics> {
  return useCompared('/api/admin/analytics/range', ofBots(period));
}

/** Figures of the sessions that match all filters, which takes longer. */
export function useSessions(period: Period, isWanted: boolean): Compared<SessionAnalytics> {
  return useCompared('/api/admin/analytics/sessions', ofSessions(period), isWanted);
}

function useCompared<Figures extends { before: Days | null }>(
  path: string,
  period: Period,
  isWanted = true,
): Compared<Figures> {
  const pathOf = (asked: Period) => [path + searchOf(asked)];
  const now = useQuery<Figures>({
    queryKey: pathOf(period),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const days = now.isPlaceholderData ? null : (now.data?.before ?? null);
  const before = useQuery<Figures>({
    queryKey: pathOf(
      days ? { ...period, range: { from: days.from, to: days.to }, comparison: 'none' } : period,
    ),
    enabled: days !== null,
  });
  return { now, before: days && before };
}

export type SharedView = Omit<OpenSharedAnswer, 'token'> & SharedFigures;

/** Opens the link and reads its figures, each time from the start: the page keeps no session. */
export async function readShared(body: OpenSharedBody, signal: AbortSignal): Promise<SharedView> {
  const { token, ...view } = (await (await postJson('/api/shared/open', body)).json()) as OpenSharedAnswer;
  const answer = await fetch('/api/shared/figures', {
    headers: authorizationOf(token),
    credentials: 'omit',
    signal: withTimeLimit(signal),
  });
  return { ...view, ...((await (await throwUnlessOk(answer)).json()) as SharedFigures) };
}

/** Shown in place of the sessions' figures: that they're being counted, or why they can't be. */
export function SessionsState({ sessions: { now } }: { sessions: Compared<SessionAnalytics> }) {
  const text = useText();
  if (!now.isError || now.isFetching)
    return (
      <div role="status" className="mt-4 flex min-h-40 flex-1 flex-col">
        <span className="sr-only">{text('admin.analytics.filter.counting')}</span>
        <Skeleton className="flex-1" />
      </div>
    );
  if (isRefusedFor('invalid-query', now.error))
    return <NoFigures announced>{text('admin.analytics.filter.refused')}</NoFigures>;
  return (
    <NotFetched onRetry={() => void now.refetch()}>
      {text(
        isRefusedFor('too-slow', now.error)
          ? 'admin.analytics.filter.tooSlow'
          : 'admin.analytics.filter.failed',
      )}
    </NotFetched>
  );
}

/** With a way back to all figures. */
export function NoFigures({ announced, children }: { announced?: boolean; children: string }) {
  const text = useText();
  const period = usePeriod();
  return (
    <div role={announced ? 'alert' : undefined} className="panel items-center pb-8">
      <Empty>{children}</Empty>
      <Link to={searchOf({ ...period, filters: [] })} className="button-link">
        {text('admin.analytics.filter.clear')}
      </Link>
    </div>
  );
}
