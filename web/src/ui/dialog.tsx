import * as Radix from '@radix-ui/react-dialog';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useText } from '../i18n/use-text';
import { holdBackground } from '../lib/motion';
import { registerOpenDialog } from '../lib/open-dialogs';
import { CloseButton } from './close-button';

interface Props {
  title: string;
  /** One sentence under the title. */
  text?: string;
  /** Shown below everything, next to a small lamp. */
  foot?: ReactNode;
  /** `wide` is for videos and calendars: the body reaches the edges, and the title is below it. */
  width?: 'narrow' | 'normal' | 'wide';
  onClose: () => void;
  children: ReactNode;
}

const widths = {
  narrow: 'max-w-115',
  normal: 'max-w-130',
  wide: 'max-w-245',
} as const;

/** An open dialog; it's closed by not rendering it. Focus returns to the element that had it. */
export function Dialog({ title, text, foot, width = 'normal', onClose, children }: Props) {
  const say = useText();
  const [opener] = useState(() => document.activeElement);
  const close = useEffectEvent(onClose);
  useEffect(holdBackground, []);
  useEffect(() => registerOpenDialog(() => close()), []);
  useEffect(
    () => () => {
      // Radix gives focus back to its own trigger only; ours opened from elsewhere.
      setTimeout(() => {
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
        // It may be gone, or out of use.
        if (document.activeElement !== document.body) return;
        const below = document.querySelector<HTMLElement>('.dialog') ?? document.getElementById('content');
        below?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
  return (
    <Radix.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="veil">
          <Radix.Content
            className={`dialog ${widths[width]}`}
            onPointerDownOutside={(event) => {
              // Its scrollbar is outside the dialog, and part of the veil.
              const { target, offsetX } = event.detail.originalEvent;
              if (target instanceof Element && offsetX > target.clientWidth) event.preventDefault();
            }}
            onCloseAutoFocus={(event) => event.preventDefault()}
            {...(text === undefined ? { 'aria-describedby': undefined } : {})}
          >
            {width === 'wide' ? (
              <>
                <Radix.Title className="sr-only">{title}</Radix.Title>
                {children}
              </>
            ) : (
              <div className="p-dialog">
                <Radix.Title className="pr-10 text-dialog">{title}</Radix.Title>
                {text !== undefined && (
                  <Radix.Description className="mt-2.5 text-text-2">{text}</Radix.Description>
                )}
                {children}
              </div>
            )}
            {foot !== undefined && (
              <p className="flex items-center gap-2.5 border-t border-line bg-street px-dialog py-[.95rem] text-small text-text-2">
                <span className="lamp-dot transform-none" aria-hidden="true" />
                {foot}
              </p>
            )}
            <CloseButton
              aria-label={say('common.close')}
              // A wide dialog has a picture under it.
              className={`top-[.8rem] right-[.8rem] ${width === 'wide' ? 'bg-night/80' : ''}`}
              onClick={onClose}
            />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
