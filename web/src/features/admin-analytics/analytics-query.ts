import type { RangeAnalytics, RangeName } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { adminGet } from '../../lib/admin-api';

export function rangePath(range: RangeName): string {
  return `/api/admin/analytics/range?last=${range}`;
}

/** Today's visits, fetched each time they're looked at; the analytics screen keeps those it was opened with. */
export function useToday() {
  return useQuery({
    queryKey: ['dashboard', 'today'],
    queryFn: ({ signal }) => adminGet<RangeAnalytics>(rangePath('today'), signal),
    staleTime: 0,
  });
}
