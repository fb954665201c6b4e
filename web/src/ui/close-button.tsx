import type { ComponentProps } from 'react';
import { CloseIcon } from './icons';

/** `className` places it in a corner of the element that it closes. */
export function CloseButton({ className, ...rest }: ComponentProps<'button'> & { 'aria-label': string }) {
  return (
    <button
      {...rest}
      type="button"
      className={`absolute grid size-10 place-items-center rounded-control text-text-2 hover:text-text ${className}`}
    >
      <CloseIcon />
    </button>
  );
}
