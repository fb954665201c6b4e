import type { KeyboardEvent } from 'react';

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
