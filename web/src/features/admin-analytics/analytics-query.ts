import type { Analytics } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { fetchByKey } from '../../lib/fetch-by-key';

/** The analytics response, fetched once and again only when asked. */
export function useAnalytics(token: () => string | null) {
  return useQuery({
    queryKey: ['/api/admin/analytics'],
    queryFn: fetchByKey<Analytics>({ token }),
  });
}
