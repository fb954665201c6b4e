/**
 * The address field (`ui/email-field.tsx`) of a form. A form that was there before the app reads its value here when it
 * is sent: React doesn't know what was typed, or filled in by the browser, before it. Throws where there isn't one.
 */
export function getEmailField(form: HTMLFormElement): HTMLInputElement {
  const field = form.elements.namedItem('email');
  if (!(field instanceof HTMLInputElement)) throw new Error('The form has no email field');
  return field;
}
