import { useId, type ReactNode, type ComponentProps } from 'react';
import { textLimits } from '@voordeur/contracts/http';
import { AlarmIcon } from './icons';
import { useText } from '../i18n/use-text';

interface FieldProps {
  label: string;
  /** The problem with the value and how to fix it. */
  error?: string | undefined;
}

interface Props extends FieldProps {
  /** Draws the control, with the attributes that tie its label and its error to it. */
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

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField({ label, error, ...rest }: TextFieldProps) {
  return (
    <Field label={label} error={error}>
      {(ties) => <input {...rest} {...ties} />}
    </Field>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

export function TextArea({ label, error, ...rest }: TextAreaProps) {
  return (
    <Field label={label} error={error}>
      {(ties) => <textarea rows={4} {...rest} {...ties} />}
    </Field>
  );
}

/** A visitor's own address, which the browser may fill in; `invalid` shows what one looks like. */
export function EmailField({ invalid, ...rest }: Omit<TextFieldProps, 'error'> & { invalid?: boolean }) {
  const text = useText();
  return (
    <TextField
      type="email"
      name="email"
      autoComplete="email"
      maxLength={textLimits.email}
      placeholder={text('form.emailPlaceholder')}
      error={invalid ? text('form.emailHint') : undefined}
      {...rest}
    />
  );
}
