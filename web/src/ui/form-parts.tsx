import { useEffect, useId, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { useText } from '../i18n/use-text';
import type { LeadFormOutcome } from '../lib/lead-form';
import { Button } from './button';
import { AlarmIcon } from './icons';

/**
 * A field that people neither see nor reach; only a program fills it in. Password managers do too where the name means
 * something to them (`website`), so this one doesn't, and says so to those that ask.
 */
export function Honeypot({ trap }: { trap: RefObject<HTMLInputElement | null> }) {
  const text = useText();
  return (
    <div className="trap" aria-hidden="true">
      <label>
        {text('form.website')}
        <input
          ref={trap}
          id={useId()}
          name="reference"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-lpignore="true"
          data-bwignore=""
          data-form-type="other"
          defaultValue=""
        />
      </label>
    </div>
  );
}

/** Sends a form of the site, and says so while it is being sent. */
export function SubmitButton({ isSending, ...rest }: ComponentProps<typeof Button> & { isSending: boolean }) {
  const text = useText();
  return <Button type="submit" {...rest} busyLabel={isSending ? text('form.submitting') : undefined} />;
}

interface OutcomeProps {
  outcome: LeadFormOutcome | null;
  sent?: ReactNode;
  failed: ReactNode;
  missing?: ReactNode;
}

/** The outcome of a form, as a line in it: a toast is gone after five seconds. It stays until the form is sent again. */
export function FormOutcome({ outcome, sent, failed, missing }: OutcomeProps) {
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

/**
 * Reports a failure; `focused` takes the reader there, clear of the toast, which on a phone covers the foot of the
 * screen.
 */
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

interface StepProps {
  isSending: boolean;
  outcome: string | null;
  variant?: 'lamp' | 'line';
  onSubmit: () => void;
  /** Shown below the button once it failed. */
  failed: string;
  children: string;
}

/** The button that a mail's link leads to: opening the page alone must change nothing. */
export function SubmitStep({ isSending, outcome, variant = 'lamp', onSubmit, failed, children }: StepProps) {
  return (
    <>
      <SubmitButton type="button" variant={variant} isSending={isSending} onClick={onSubmit}>
        {children}
      </SubmitButton>
      {outcome === 'failed' && (
        <div className="mt-4">
          <FailureLine focused>{failed}</FailureLine>
        </div>
      )}
    </>
  );
}
