import type { KeyboardEvent } from 'react';

/**
 * For a form whose button is off while a field is empty: Enter then does nothing in a browser, and so would never say
 * what is missing.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.currentTarget.requestSubmit();
}

/**
 * The address field (`EmailField`) of a form. A form that was there before the app reads its value here when it
 * is sent: React doesn't know what was typed, or filled in by the browser, before it. Throws where there isn't one.
 */
export function getEmailField(form: HTMLFormElement): HTMLInputElement {
  const field = form.elements.namedItem('email');
  if (!(field instanceof HTMLInputElement)) throw new Error('The form has no email field');
  return field;
}
