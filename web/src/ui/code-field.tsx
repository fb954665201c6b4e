import { useText } from '../i18n/use-text';
import { TextField } from './field';

interface Props {
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** For the six digits of an authenticator app; apps show them with a space, which is left out. */
export function CodeField({ value, error, onChange }: Props) {
  const text = useText();
  return (
    <TextField
      label={text('admin.login.code')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value.replaceAll(/\s/g, ''))}
    />
  );
}
