import { useEffect, useRef, useState } from 'react';
import { HttpError } from './http-error';
import { postJson } from './post-json';
import { randomUuid } from './random-uuid';

export type LeadFormState = 'idle' | 'submitting' | 'done';

/**
 * What all forms share: one sending at a time, an Idempotency-Key that stays over retries of the same filled form,
 * the honeypot and the time it took. `send` answers the response, or null when it was not accepted.
 */
export function useLeadForm(path: string) {
  const [state, setState] = useState<LeadFormState>('idle');
  const key = useRef<string | null>(null);
  const shownAt = useRef(0);
  const trap = useRef<HTMLInputElement>(null);

  useEffect(() => {
    shownAt.current = performance.now();
  }, []);

  async function send(body: object): Promise<Response | null> {
    setState('submitting');
    key.current ??= randomUuid();
    // Used before it was alive (start.ts), it was shown as long as the page.
    const isEarly = trap.current?.form?.dataset['early'] !== undefined;
    const signs = {
      website: trap.current?.value ?? '',
      elapsedMs: Math.round(performance.now() - (isEarly ? 0 : shownAt.current)),
    };
    try {
      const response = await postJson(
        path,
        { ...body, timestamp: new Date().toISOString(), ...signs },
        { 'idempotency-key': key.current },
      );
      key.current = null;
      setState('done');
      return response;
    } catch (error) {
      // The api knows this key with another body, so it would refuse every retry.
      if (error instanceof HttpError && error.status === 422) key.current = null;
      setState('idle');
      return null;
    }
  }

  /** What is typed now is another form than the one that was sent. */
  function edited() {
    key.current = null;
    if (state === 'done') setState('idle');
  }

  return { state, send, edited, trap };
}
