import { useText } from '../i18n/use-text';
import type { LeadFormState } from '../lib/use-lead-form';
import { Button } from './button';

interface Props {
  state: LeadFormState;
  disabled?: boolean;
  children: string;
}

/** Sends a lead's form, and says so while it is being sent. */
export function SubmitButton({ state, disabled, children }: Props) {
  const text = useText();
  return (
    <Button
      type="submit"
      disabled={disabled}
      busyLabel={state === 'submitting' ? text('form.submitting') : undefined}
    >
      {children}
    </Button>
  );
}
