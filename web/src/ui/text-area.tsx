import { useId, type ComponentProps } from 'react';
import { FieldError } from './text-field';

interface Props extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  label: string;
  error?: string | undefined;
}

export function TextArea({ label, error, ...rest }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <textarea
        rows={4}
        {...rest}
        id={id}
        className="field block resize-y"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
      />
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}
