import { useEffect, useRef, useState } from 'react';
import { readLeftOut } from './counting-choice';
import { isRefusedFor, postJson, randomUuid } from './http';
import { reportGoal } from './report-goal';

export type LeadFormState = 'idle' | 'submitting' | 'done';
/** The outcome of the last submission; `missing`: nothing was sent, because a field is empty. */
export type LeadFormOutcome = 'sent' | 'failed' | 'missing' | null;

/**
 * Behaviour of all forms: one submission at a time, an Idempotency-Key that stays the same over retries of the same
 * filled form, the honeypot and the time it took. `send` returns the response, or null when it was not accepted. The
 * outcome stays until the form is sent again, so there is time to read it (`FormOutcome`). `typedSince`: when its text
 * was typed, if that was before the form opened.
 */
export function useLeadForm(path: string, typedSince?: number) {
  const [state, setState] = useState<LeadFormState>('idle');
  const [outcome, setOutcome] = useState<LeadFormOutcome>(null);
  const key = useRef<string | null>(null);
  const shownAt = useRef(0);
  const trap = useRef<HTMLInputElement>(null);

  useEffect(() => {
    shownAt.current = typedSince ?? performance.now();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form comes
  }, []);

  // A form is opened with its dialog, or when somebody first goes into it, which may be before it was hydrated.
  useEffect(() => {
    const form = trap.current?.form;
    if (!form) return;
    const report = () => reportGoal('form-opened');
    if (form.closest('[role="dialog"]') || form.contains(document.activeElement)) report();
    form.addEventListener('focusin', report);
    return () => form.removeEventListener('focusin', report);
  }, []);

  async function send(body: object): Promise<Response | null> {
    setState('submitting');
    setOutcome(null);
    key.current ??= randomUuid();
    // Used before it was hydrated (start.ts), it has been shown as long as the page.
    const isEarly = trap.current?.form?.dataset['early'] !== undefined;
    const signs = {
      website: trap.current?.value ?? '',
      elapsedMs: Math.round(performance.now() - (isEarly ? 0 : shownAt.current)),
    };
    try {
      const response = await postJson(
        path,
        {
          ...body,
          timestamp: new Date().toISOString(),
          ...signs,
          ...(readLeftOut() && { notCounted: true }),
        },
        { 'idempotency-key': key.current },
      );
      key.current = null;
      setState('done');
      setOutcome('sent');
      return response;
    } catch (error) {
      // The api knows this key with another body, so it would refuse every retry.
      if (isRefusedFor('idempotency-conflict', error)) key.current = null;
      fail();
      return null;
    }
  }

  /** Also for a submission that was accepted with an answer that can't be used. */
  function fail() {
    setState('idle');
    setOutcome('failed');
  }

  function miss() {
    setOutcome('missing');
  }

  /** An edited form is another submission than the one that was sent. */
  function edited() {
    key.current = null;
    if (state === 'done') setState('idle');
    if (outcome === 'missing') setOutcome(null);
  }

  return { state, outcome, send, fail, miss, edited, trap };
}
