import { useText } from '../../i18n/use-text';
import { Button } from '../../ui/button';
import { FailureLine } from '../../ui/form-parts';

interface Props {
  state: string;
  variant?: 'lamp' | 'line';
  onSubmit: () => void;
  /** Shown below the button once it failed. */
  failed: string;
  children: string;
}

/** The button that a mail's link leads to: opening the page alone must change nothing. */
export function SubmitStep({ state, variant = 'lamp', onSubmit, failed, children }: Props) {
  const text = useText();
  return (
    <>
      <Button
        variant={variant}
        type="button"
        busyLabel={state === 'submitting' ? text('form.submitting') : undefined}
        onClick={onSubmit}
      >
        {children}
      </Button>
      {state === 'failed' && (
        <div className="mt-4">
          <FailureLine focused>{failed}</FailureLine>
        </div>
      )}
    </>
  );
}
