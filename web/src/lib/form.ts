import { useRef, useState } from 'react';
import type { TextOf } from '../i18n/use-text';
import { showToast } from './toast-store';

/**
 * Sends a form, or makes the call of a single button: one at a time, so a second press sends nothing. `outcome` is what
 * `run` returned, and null while a call is under way; `run` returns the failures it expects as outcomes too.
 *
 * Not React's `useActionState`: a pending action holds up every transition of the page, so a link followed while a form
 * is being sent would lead nowhere until the answer came.
 */
export function useSubmit<Given, Outcome>(run: (given: Given) => Promise<Outcome>) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isUnderWay = useRef(false);

  async function submit(given: Given): Promise<Outcome | null> {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setIsSending(true);
    setOutcome(null);
    try {
      const now = await run(given);
      setOutcome(now);
      return now;
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  }

  return { outcome, setOutcome, isSending, submit };
}

/** A failure's toast. */
export function showFailure(sentence: string, text: TextOf, title = text('common.error')): void {
  showToast({ variant: 'destructive', title, text: sentence });
}
