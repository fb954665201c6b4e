/**
 * The address field of a form that was there before the app: its value is read when it is sent, because React does not
 * hear of what was typed, or filled in by the browser, before.
 */
export function emailFieldOf(form: HTMLFormElement): HTMLInputElement {
  const field = form.elements.namedItem('email');
  if (!(field instanceof HTMLInputElement)) throw new Error('The form has no email field');
  return field;
}
