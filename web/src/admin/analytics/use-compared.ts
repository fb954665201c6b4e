import type { Days, RangeAnalytics, SessionAnalytics } from '@voordeur/contracts/http';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ofBots, ofSessions, searchOf, type Period } from './period';

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
