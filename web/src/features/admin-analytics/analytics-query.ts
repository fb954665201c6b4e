import type { Analytics, RangeAnalytics, RangeName } from '@voordeur/contracts/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchByKey } from '../../lib/fetch-by-key';

/** The analytics response, fetched once and again only when asked. */
export function useAnalytics(token: () => string | null) {
  return useQuery({
    queryKey: ['/api/admin/analytics'],
    queryFn: fetchByKey<Analytics>({ token }),
  });
}

/** The figures of a range; those of the last one stay until they are here. */
export function useRangeAnalytics(range: RangeName, token: () => string | null) {
  return useQuery({
    queryKey: [rangePath(range)],
    queryFn: fetchByKey<RangeAnalytics>({ token }),
    placeholderData: keepPreviousData,
  });
}

/** The visits of today, anew each time it is looked at; the figures' own screen keeps those that it was opened with. */
export function useToday(token: () => string | null) {
  return useQuery({
    queryKey: ['dashboard', 'today'],
    queryFn: ({ signal }) =>
      fetchByKey<RangeAnalytics>({ token })({ queryKey: [rangePath('today')], signal }),
    staleTime: 0,
  });
}

function rangePath(range: RangeName): string {
  return `/api/admin/analytics/range?last=${range}`;
}
