import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field';

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField({ label, error, ...rest }: TextFieldProps) {
  return (
    <Field label={label} error={error}>
      {(ties) => <input {...rest} {...ties} />}
    </Field>
  );
}
