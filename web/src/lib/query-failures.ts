import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useText, type TextOf } from '../i18n/use-text';
import { isUnauthorized } from './admin-api';
import { showToast } from './toast-store';

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

/** A failure's toast. */
export function showFailure(sentence: string, text: TextOf): void {
  showToast({ variant: 'destructive', title: text('common.error'), text: sentence });
}
