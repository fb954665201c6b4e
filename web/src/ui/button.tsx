import type { ComponentProps } from 'react';
import { Spinner } from './icons';

interface Props extends ComponentProps<'button'> {
  variant?: 'lamp' | 'line';
  /** The label while the button's work runs; the button is disabled as long as it's set. */
  busyLabel?: string | undefined;
}

/** The lamp variant is for the one primary action of a card or screen. It submits a form only with `type="submit"`. */
export function Button({ variant = 'lamp', type = 'button', busyLabel, disabled, children, ...rest }: Props) {
  const busy = busyLabel !== undefined;
  return (
    <button {...rest} type={type} disabled={busy || disabled} className={`button button-${variant}`}>
      {busy && <Spinner />}
      {busyLabel ?? children}
    </button>
  );
}
