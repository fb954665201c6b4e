import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../i18n/use-text';
import { readLeftOut, reportGoal } from './counting';
import { createDrafts } from './drafts';
import { showFailure, useSubmit } from './form';
import { isRefusedFor, postJson, randomUuid } from './http';

/** `missing`: nothing was sent, because a field is empty. */
type Outcome<Answer> = { is: 'sent'; answer: Partial<Answer> } | { is: 'failed' | 'missing' };
export type LeadFormOutcome = Outcome<unknown>['is'];

interface Options<Answer> {
  /** The sentence of a failure's toast. */
  failed: string;
  failedTitle?: string;
  /** An accepted form has failed all the same if this isn't in its answer. */
  needs?: keyof Answer;
  /** When its text was typed, if that was before the form opened. */
  typedSince?: number | undefined;
}

/**
 * Behaviour of the forms that send a lead, on top of `useSubmit`: an Idempotency-Key that stays the same over retries of
 * the same filled form, the honeypot and the time it took. The outcome stays until the form is sent again, so there is
 * time to read it (`FormOutcome`).
 */
export function useLeadForm<Answer>(path: string, options: Options<Answer>) {
  const { failed, failedTitle, needs, typedSince } = options;
  const text = useText();
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

  const { outcome, setOutcome, isSending, submit } = useSubmit(
    async (body: object): Promise<Outcome<Answer>> => {
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
        const answer = (await response.json().catch(() => ({}))) as Partial<Answer>;
        if (needs === undefined || answer[needs] !== undefined) return { is: 'sent', answer };
      } catch (error) {
        // The api knows this key with another body, so it would refuse every retry.
        if (isRefusedFor('idempotency-conflict', error)) key.current = null;
      }
      showFailure(failed, text, failedTitle);
      return { is: 'failed' };
    },
  );

  /** Returns the answer, empty where it can't be read; or shows a toast, and returns null. */
  async function send(body: object): Promise<Partial<Answer> | null> {
    const done = await submit(body);
    return done?.is === 'sent' ? done.answer : null;
  }

  function miss() {
    setOutcome({ is: 'missing' });
  }

  /** An edited form is another submission than the one that was sent. */
  function edited() {
    key.current = null;
    if (outcome?.is === 'missing') setOutcome(null);
  }

  return { outcome: outcome?.is ?? null, isSending, send, miss, edited, trap };
}

/** A visitor's drafts: only in this tab's memory, and gone when it's closed. */
const drafts = createDrafts('visitor', new Map());
/** `performance.now()` when the first letter of a draft was typed. */
const begunAt = new Map<string, number>();

/**
 * Keeps the text typed into a form that may be closed at any moment, until it was sent. `since` is when typing began,
 * if that was before the form opened.
 */
export function useDraft<Field extends string>(name: string, empty: Record<Field, string>) {
  const draft = drafts.useDraft(name, empty);
  const isKept = () => drafts.read().has(name);
  const [since] = useState(() => (isKept() ? begunAt.get(name) : undefined));

  function setField(field: Field, value: string) {
    if (!isKept()) begunAt.set(name, performance.now());
    draft.setField(field, value);
  }

  return { ...draft, setField, since };
}

/**
 * For a form whose button is disabled while a field is empty: browsers then ignore Enter, so the form would never point
 * out the empty field.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.currentTarget.requestSubmit();
}

/**
 * The address field (`EmailField`) of a form. A form that was there before the app reads its value here on submit:
 * React doesn't know values typed, or filled in by the browser, before hydration. Throws where there isn't one.
 */
export function getEmailField(form: HTMLFormElement): HTMLInputElement {
  const field = form.elements.namedItem('email');
  if (!(field instanceof HTMLInputElement)) throw new Error('The form has no email field');
  return field;
}
