import * as Popover from '@radix-ui/react-popover';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  align: 'start' | 'end';
  className: string;
  children: ReactNode;
}

/** The content that a press on a `Popover.Trigger` opens. */
export function PopoverContent({ label, align, className, children }: Props) {
  return (
    <Popover.Portal>
      <Popover.Content
        className={`popover ${className}`}
        align={align}
        sideOffset={6}
        collisionPadding={12}
        aria-label={label}
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  );
}
