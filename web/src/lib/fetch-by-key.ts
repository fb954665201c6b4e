import type { QueryFunctionContext } from '@tanstack/react-query';
import { throwUnlessOk } from './http-error';

interface Options {
  /** What a 401 becomes: an error, or the value null. */
  on401?: 'throw' | 'null';
  /** The admin's token, read at the moment of the call. */
  token?: () => string | null;
}

/**
 * The one fetcher of all queries: GET with credentials to the path that the query key's segments make when joined
 * by slashes, its JSON parsed. Throws an HttpError for every answer that is not ok, and fetch's own TypeError
 * when there is none.
 */
export function fetchByKey<Answer>({ on401 = 'throw', token }: Options = {}) {
  return async ({ queryKey, signal }: Pick<QueryFunctionContext, 'queryKey' | 'signal'>) => {
    const bearer = token?.();
    const response = await fetch(queryKey.join('/'), {
      credentials: 'include',
      signal,
      ...(bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {}),
    });
    if (on401 === 'null' && response.status === 401) return null;
    return (await (await throwUnlessOk(response)).json()) as Answer;
  };
}
