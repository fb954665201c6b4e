import { useId, type ReactNode } from 'react';
import { AlarmIcon } from './icons';

export interface FieldProps {
  label: string;
  /** What is wrong with the value and how to fix it. */
  error?: string | undefined;
}

interface Props extends FieldProps {
  /** Draws the control, with what ties its label and its error to it. */
  children: (ties: {
    id: string;
    className: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A control with its label above, and its error tied to it below. */
export function Field({ label, error, children }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  const wrong = error !== undefined;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      {children({
        id,
        className: 'field',
        'aria-invalid': wrong || undefined,
        'aria-describedby': wrong ? errorId : undefined,
      })}
      {wrong && (
        <p id={errorId} className="mt-2 flex items-start gap-2 text-small leading-[1.4] text-alarm">
          <span className="mt-[.15em] flex-none">
            <AlarmIcon />
          </span>
          {error}
        </p>
      )}
    </div>
  );
}
