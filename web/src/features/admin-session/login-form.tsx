import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useText } from '../../i18n/use-text';
import { Button } from '../../ui/button';
import { FailureLine } from '../../ui/form-parts';
import { TextField } from '../../ui/field';
import { lineOfLoginFailure } from './login-failure';
import { useAdminSession } from './session-context';

/** The key is sent as typed, without checks in the browser. */
export function LoginForm() {
  const text = useText();
  const { login } = useAdminSession();
  const form = useRef<HTMLFormElement>(null);
  const [secretKey, setSecretKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const failed = failure === null ? null : lineOfLoginFailure(failure, text);
  const isKeyWrong = failed?.wrongKey === true;

  useEffect(() => {
    if (!isKeyWrong) return;
    const field = form.current?.querySelector('input');
    field?.focus();
    field?.select();
  }, [isKeyWrong]);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    setFailure(await login(secretKey));
    setBusy(false);
  }

  return (
    <form ref={form} className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <TextField
        label={text('admin.login.secretKey')}
        type="password"
        name="secretKey"
        autoComplete="current-password"
        value={secretKey}
        error={isKeyWrong ? failed.line : undefined}
        onChange={(event) => setSecretKey(event.target.value)}
      />
      <Button type="submit" busyLabel={busy ? text('admin.login.accessing') : undefined}>
        {text('admin.login.submit')}
      </Button>
      {failed && !isKeyWrong && <FailureLine focused>{failed.line}</FailureLine>}
    </form>
  );
}
