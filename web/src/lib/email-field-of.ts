/**
 * The address field (`ui/email-field.tsx`) of a form. A form that was there before the app reads its value here when it
 * is sent: React does not hear of what was typed, or filled in by the browser, before. Throws where there is none.
 */
export function emailFieldOf(form: HTMLFormElement): HTMLInputElement {
  const field = form.elements.namedItem('email');
  if (!(field instanceof HTMLInputElement)) throw new Error('The form has no email field');
  return field;
}
