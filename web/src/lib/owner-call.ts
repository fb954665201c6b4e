import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../i18n/use-text';
import { showToast } from './toast-store';
import { isRefusal } from './http-error';

/** Who calls: every call of the admin carries the token, and one that is refused ends the session. */
export interface Owner {
  token: () => string | null;
  /** The api no longer takes the token. */
  onRefused: () => void;
}

export function bearerOf({ token }: Owner): Record<string, string> {
  return { authorization: `Bearer ${token() ?? ''}` };
}

/** Ends the session when a query was refused for want of one; any other failure is its screen's to show. */
export function useRefusal({ onRefused }: Owner, error: Error | null): void {
  useEffect(() => {
    if (isRefusal(error)) onRefused();
  }, [error, onRefused]);
}

interface Call<Given, Answer> {
  run: (given: Given) => Promise<Answer>;
  /** The sentence of the toast when it fails; a function tells failures apart. */
  failed: string | ((failure: Error) => string);
  /** It only fetches: nothing that is shown has grown old by it. */
  changesNothing?: boolean;
  onDone?: (answer: Answer, given: Given) => void;
}

/** A call that the owner makes by a button or key. After a change, whatever the admin had fetched is asked for again where it is shown. */
export function useOwnerCall<Given = void, Answer = unknown>(
  { onRefused }: Owner,
  { run, failed, changesNothing = false, onDone }: Call<Given, Answer>,
) {
  const text = useText();
  const queries = useQueryClient();
  return useMutation<Answer, Error, Given>({
    mutationFn: run,
    onSuccess: (answer, given) => {
      onDone?.(answer, given);
      if (!changesNothing) void queries.invalidateQueries();
    },
    onError: (failure) => {
      if (isRefusal(failure)) onRefused();
      else
        showToast({
          variant: 'destructive',
          title: text('common.error'),
          text: typeof failed === 'string' ? failed : failed(failure),
        });
    },
  });
}
