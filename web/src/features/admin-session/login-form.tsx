import { useState, type SubmitEvent } from 'react';
import { useText } from '../../i18n/use-text';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import { useAdminSession } from './session-context';

/** The key is sent as typed; the browser sets no bounds to it. */
export function LoginForm() {
  const text = useText();
  const { login } = useAdminSession();
  const [secretKey, setSecretKey] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    await login(secretKey);
    setBusy(false);
  }

  return (
    <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <TextField
        label={text('admin.login.secretKey')}
        type="password"
        name="secretKey"
        autoComplete="current-password"
        value={secretKey}
        onChange={(event) => {
          setSecretKey(event.target.value);
        }}
      />
      <Button type="submit" busyLabel={busy ? text('admin.login.accessing') : undefined}>
        {text('admin.login.submit')}
      </Button>
    </form>
  );
}
