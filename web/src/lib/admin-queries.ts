import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InvalidateQueryFilters,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef, useEffect, useEffectEvent } from 'react';
import { useText } from '../i18n/use-text';
import { adminGet, isUnauthorized } from './admin-api';
import { showFailure } from './form';

/**
 * For data that waits for the owner, read again each time its screen is opened. Nothing else is, and nothing on window
 * focus.
 */
export const readWhenOpened = { staleTime: 0 } as const;

interface Call<Given, Answer> {
  run: (given: Given) => Promise<Answer>;
  /** The toast's sentence when the call fails, or a function that returns it. Without one there's no toast. */
  failed?: string | ((failure: Error) => string | undefined);
  /** Queries to fetch again after it succeeded; everything by default, nothing for a call that only reads. */
  invalidates?: InvalidateQueryFilters | 'nothing';
  onDone?: (answer: Answer, given: Given) => void;
  /** For failures other than the end of the session. Runs before the toast. */
  onFailed?: (failure: Error, given: Given) => void;
}

/** A call that the owner makes with a button or key. */
export function useAdminCall<Given = void, Answer = unknown>({
  run,
  failed,
  invalidates = {},
  onDone,
  onFailed,
}: Call<Given, Answer>) {
  const queries = useQueryClient();
  const text = useText();
  const underWay = useRef(new Map<string, Promise<Answer>>());
  return useMutation<Answer, Error, Given>({
    // A double click comes before the button is disabled, so a call isn't made again while it's under way.
    mutationFn: (given) => {
      const name = JSON.stringify(given);
      const call = underWay.current.get(name) ?? run(given).finally(() => underWay.current.delete(name));
      underWay.current.set(name, call);
      return call;
    },
    onSuccess: (answer, given) => {
      onDone?.(answer, given);
      if (invalidates !== 'nothing') void queries.invalidateQueries(invalidates);
    },
    onError: (failure, given) => {
      if (isUnauthorized(failure)) return;
      onFailed?.(failure, given);
      const sentence = typeof failed === 'function' ? failed(failure) : failed;
      if (sentence !== undefined) showFailure(sentence, text);
    },
  });
}

/** A list that the api gives page by page; each page names the cursor of the next. `path` has a query. */
export function usePages<Page extends { cursor?: string | null | undefined }>(
  path: string,
  options?: typeof readWhenOpened,
) {
  return useInfiniteQuery({
    queryKey: [path],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? '' : `&cursor=${encodeURIComponent(pageParam)}`;
      return adminGet<Page>(path + cursor, signal);
    },
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    ...options,
  });
}

/** Shows a toast each time one of these queries fails, unless that ended the session. */
export function useQueryFailureToast(
  queries: Pick<UseQueryResult, 'error' | 'errorUpdatedAt'>[],
  sentence: string,
): void {
  const text = useText();
  const failure = queries.find(({ error }) => error !== null)?.error ?? null;
  const failedAt = Math.max(...queries.map(({ errorUpdatedAt }) => errorUpdatedAt));
  const announce = useEffectEvent(() => {
    if (failure !== null && !isUnauthorized(failure)) showFailure(sentence, text);
  });
  // The time distinguishes a second failure from the first.
  useEffect(() => announce(), [failedAt]);
}
