import { textLimits } from '@voordeur/contracts/http';
import { useText } from '../i18n/use-text';
import { TextField, type TextFieldProps } from './text-field';

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
