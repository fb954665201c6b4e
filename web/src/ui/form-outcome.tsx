import { useEffect, useRef, type ReactNode } from 'react';
import type { LeadFormOutcome } from '../lib/use-lead-form';
import { AlarmIcon } from './icons';

interface Props {
  outcome: LeadFormOutcome;
  sent?: ReactNode;
  failed: ReactNode;
  missing?: ReactNode;
}

/** What became of a form, as a line in it: a toast is gone after five seconds. It stays until the form is sent again. */
export function FormOutcome({ outcome, sent, failed, missing }: Props) {
  return (
    <>
      <p role="status" className="text-small text-ok empty:hidden">
        {outcome === 'sent' && sent}
      </p>
      {outcome === 'failed' && <FailureLine focused>{failed}</FailureLine>}
      {outcome === 'missing' && <FailureLine>{missing}</FailureLine>}
    </>
  );
}

/** Says what went wrong; `focused` takes the reader there, clear of the toast, which on a phone covers the foot of the screen. */
export function FailureLine({ focused, children }: { focused?: boolean; children: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!focused) return;
    line.current?.focus({ preventScroll: true });
    line.current?.scrollIntoView({ block: 'center' });
  }, [focused]);
  return (
    <p ref={line} role="alert" tabIndex={-1} className="flex items-start gap-2 text-small text-alarm">
      <span className="mt-[.15em] flex-none">
        <AlarmIcon />
      </span>
      {children}
    </p>
  );
}
