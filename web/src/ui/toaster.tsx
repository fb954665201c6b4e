import * as Radix from '@radix-ui/react-toast';
import { useSyncExternalStore } from 'react';
import { timings } from '../config/timings';
import { useText } from '../i18n/use-text';
import { closeTopDialog } from '../lib/open-dialogs';
import { dismissToast, readToast, subscribeToToast } from '../lib/toast-store';
import { CloseButton } from './close-button';

const strips = { default: 'bg-ok', destructive: 'bg-alarm', warning: 'bg-lamp' } as const;

export default function Toaster() {
  const toast = useSyncExternalStore(subscribeToToast, readToast, () => null);
  const text = useText();
  return (
    <Radix.Provider
      duration={timings.toastMs}
      swipeThreshold={timings.toastSwipePx}
      swipeDirection="right"
      label={text('toast.label')}
    >
      {toast && (
        <Radix.Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => {
            if (!open) dismissToast(toast.id);
          }}
          onEscapeKeyDown={(event) => {
            // A toast lies over everything, so Radix gives Escape to it first. In a dialog, Escape means the dialog.
            const inToast = (document.activeElement?.closest('.toast') ?? null) !== null;
            if (!inToast && closeTopDialog()) event.preventDefault();
          }}
          duration={toast.action && timings.toastWithActionMs}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          className="toast relative overflow-hidden rounded-card border border-rim bg-paint-2 py-4 pr-13 pl-5"
        >
          <span
            aria-hidden
            className={`absolute inset-y-0 left-0 w-1 ${strips[toast.variant ?? 'default']}`}
          />
          <Radix.Title className="font-display text-body leading-snug font-semibold">
            {toast.title}
          </Radix.Title>
          {toast.text && (
            <Radix.Description className="mt-0.5 text-small text-text-2">{toast.text}</Radix.Description>
          )}
          {toast.action && (
            <Radix.Action asChild altText={toast.action.label}>
              <button type="button" className="button-link mt-1 text-small" onClick={toast.action.run}>
                {toast.action.label}
              </button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <CloseButton aria-label={text('toast.close')} className="top-2 right-2 hover:bg-white/5" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        label={text('toast.region')}
        className="fixed right-3 bottom-3 z-60 w-[min(25rem,calc(100vw-1.5rem))] phone:right-[clamp(12px,2vw,28px)] phone:bottom-[clamp(12px,2vw,28px)]"
      />
    </Radix.Provider>
  );
}
