import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { adminFetch } from './admin-api';
import { throwUnlessOk, withTimeLimit } from './http';

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

interface Options {
  /** How a 401 is handled: as an error, or as the value null. */
  on401?: 'throw' | 'null';
  /** The admin's queries carry its token: `adminFetch`. */
  fetch?: (path: string, init: RequestInit) => Promise<Response>;
}

/**
 * The fetcher of all queries: a GET with credentials of the path that the query key's segments make when joined
 * by slashes, its JSON parsed. Throws an HttpError for every answer that is not ok, and fetch's own TypeError
 * without one.
 */
export function fetchByKey<Answer>({ on401 = 'throw', fetch: send = fetch }: Options = {}) {
  return async ({ queryKey, signal }: Pick<QueryFunctionContext, 'queryKey' | 'signal'>) => {
    const response = await send(queryKey.join('/'), {
      credentials: 'include',
      signal: withTimeLimit(signal),
    });
    if (on401 === 'null' && response.status === 401) return null;
    return (await (await throwUnlessOk(response)).json()) as Answer;
  };
}
