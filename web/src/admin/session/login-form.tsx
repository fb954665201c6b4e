import type { LoginBody } from '@voordeur/contracts/http';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useText } from '../../i18n/use-text';
import { useSubmit } from '../../lib/form';
import { isRefusedFor } from '../../lib/http';
import { Button } from '../../ui/button';
import { FailureLine } from '../../ui/form-parts';
import { CodeField } from '../../ui/code-field';
import { TextField } from '../../ui/field';
import { lineOfLoginFailure } from './login-failure';
import { useAdminSession } from './admin-session';

/** The key is sent as typed, without checks in the browser. The code is asked for once the api says that it's needed. */
export function LoginForm() {
  const text = useText();
  const { login } = useAdminSession();
  const form = useRef<HTMLFormElement>(null);
  const [secretKey, setSecretKey] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const { outcome, isSending, submit } = useSubmit(async (body: LoginBody) => {
    const refused = await login(body);
    if (isRefusedFor('code-needed', refused)) setAsksCode(true);
    // A code is good once.
    setCode('');
    return refused;
  });
  const needsCode = isRefusedFor('code-needed', outcome);
  const failed = outcome === null || needsCode ? null : lineOfLoginFailure(outcome, text);
  const isKeyWrong = failed?.wrongKey === true;

  useEffect(() => {
    if (!isKeyWrong) return;
    const field = form.current?.querySelector('input');
    field?.focus();
    field?.select();
  }, [isKeyWrong]);
  useEffect(() => {
    if (needsCode) form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus();
  }, [needsCode]);

  function send(event: SubmitEvent) {
    event.preventDefault();
    void submit(asksCode ? { secretKey, code } : { secretKey });
  }

  return (
    <form ref={form} className="grid gap-5" onSubmit={send}>
      <TextField
        label={text('admin.login.secretKey')}
        type="password"
        name="secretKey"
        autoComplete="current-password"
        value={secretKey}
        error={isKeyWrong ? failed.line : undefined}
        onChange={(event) => setSecretKey(event.target.value)}
      />
      {asksCode && <CodeField value={code} onChange={setCode} />}
      <Button type="submit" busyLabel={isSending ? text('admin.login.accessing') : undefined}>
        {text('admin.login.submit')}
      </Button>
      {failed && !isKeyWrong && <FailureLine focused>{failed.line}</FailureLine>}
    </form>
  );
}
