import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field';

type Props = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

export function TextArea({ label, error, ...rest }: Props) {
  return (
    <Field label={label} error={error}>
      {(ties) => <textarea rows={4} {...rest} {...ties} />}
    </Field>
  );
}
