import type { ComponentProps } from 'react';
import { CloseIcon } from './icons';

interface Props extends ComponentProps<'button'> {
  'aria-label': string;
  /** Places it in a corner of the element that it closes. */
  className: string;
}

export function CloseButton({ className, ...rest }: Props) {
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
