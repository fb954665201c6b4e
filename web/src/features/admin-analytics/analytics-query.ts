import type { Analytics, RangeAnalytics, RangeName } from '@voordeur/contracts/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminFetch } from '../../lib/admin-api';
import { fetchByKey } from '../../lib/fetch-by-key';

/** The analytics response, fetched once and again only when asked. */
export function useAnalytics() {
  return useQuery<Analytics>({ queryKey: ['/api/admin/analytics'] });
}

/** The figures of a range; those of the last one stay until they are here. */
export function useRangeAnalytics(range: RangeName) {
  return useQuery<RangeAnalytics>({ queryKey: [rangePath(range)], placeholderData: keepPreviousData });
}

/** Today's visits, fetched each time they're looked at; the analytics screen keeps those it was opened with. */
export function useToday() {
  return useQuery({
    queryKey: ['dashboard', 'today'],
    queryFn: ({ signal }) =>
      fetchByKey<RangeAnalytics>({ fetch: adminFetch })({ queryKey: [rangePath('today')], signal }),
    staleTime: 0,
  });
}

function rangePath(range: RangeName): string {
  return `/api/admin/analytics/range?last=${range}`;
}
