import { QueryClient } from '@tanstack/react-query';
import { adminFetch } from './admin-api';
import { fetchByKey } from './fetch-by-key';

/** The admin's, with the spec's options (section 9): fetched data stays until someone asks for it again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: fetchByKey({ fetch: adminFetch }),
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        gcTime: Infinity,
        retry: false,
        // Offline, a query would wait in silence instead of failing with its message.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
