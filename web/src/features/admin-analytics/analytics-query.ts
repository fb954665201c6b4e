import type { RangeAnalytics } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { adminGet } from '../../lib/admin-api';

/** Today's page views, fetched each time they're looked at; the analytics screen keeps those it was opened with. */
export function useToday() {
  return useQuery({
    queryKey: ['dashboard', 'today'],
    queryFn: ({ signal }) =>
      adminGet<RangeAnalytics>('/api/admin/analytics/range?last=today&compare=none', signal),
    staleTime: 0,
  });
}
