import type { RangeAnalytics } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { adminGet } from '../../lib/admin-api';
import { searchOf, type Period } from './period';

export function rangePath(period: Period): string {
  return `/api/admin/analytics/range${searchOf(period)}`;
}

/** Today's visits, fetched each time they're looked at; the analytics screen keeps those it was opened with. */
export function useToday() {
  return useQuery({
    queryKey: ['dashboard', 'today'],
    queryFn: ({ signal }) =>
      adminGet<RangeAnalytics>(rangePath({ range: 'today', comparison: 'none' }), signal),
    staleTime: 0,
  });
}
