import { useId, type ComponentProps } from 'react';
import { AlarmIcon } from './icons';

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  /** What is wrong with the value and how to mend it. */
  error?: string | undefined;
}

/** A field with its label above, and its error tied to it below. */
export function TextField({ label, error, ...rest }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className="field"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
      />
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** What is wrong and how to mend it, below its field. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p id={id} className="mt-2 flex items-start gap-2 text-small leading-[1.4] text-alarm">
      <span className="mt-[.15em] flex-none">
        <AlarmIcon />
      </span>
      {children}
    </p>
  );
}
