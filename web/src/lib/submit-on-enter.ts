import type { KeyboardEvent } from 'react';

/**
 * For a form whose button is off while a field is empty: Enter then does nothing in a browser, and so would never say
 * what is missing.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.currentTarget.requestSubmit();
}
