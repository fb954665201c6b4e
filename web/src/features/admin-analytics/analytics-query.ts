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
    queryKey: [`/api/admin/analytics/range?last=${range}`],
    queryFn: fetchByKey<RangeAnalytics>({ token }),
    placeholderData: keepPreviousData,
  });
}
