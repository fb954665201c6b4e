import type { ComponentProps } from 'react';
import { Spinner } from './icons';

interface Props extends ComponentProps<'button'> {
  look?: 'lamp' | 'line';
  /** The label while the button's work runs; the button is disabled as long as this stands. */
  busyLabel?: string | undefined;
}

/** The lamp look is for the one primary action of a card or screen. */
export function Button({ look = 'lamp', busyLabel, disabled, children, ...rest }: Props) {
  const busy = busyLabel !== undefined;
  return (
    <button {...rest} disabled={busy || disabled} className={`button button-${look}`}>
      {busy && <Spinner />}
      {busyLabel ?? children}
    </button>
  );
}
