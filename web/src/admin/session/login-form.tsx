import type { LoginBody } from '@voordeur/contracts/http';
import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { useSubmit } from '../../lib/form';
import { isRefusedFor } from '../../lib/http';
import { Button } from '../../ui/button';
import { FailureLine } from '../../ui/form-parts';
import { CodeField } from '../../ui/code-field';
import { TextField } from '../../ui/field';
import { lineOfLoginFailure } from './login-failure';
import { useAdminSession } from './admin-session';

/**
 * The key is sent as typed, without checks in the browser. The code is asked for once the api says that it's needed. The
 * link of a first visit (`#setup=…`) brings a token that opens in the key's place, and leads to the set-up.
 */
export function LoginForm() {
  const text = useText();
  const { login } = useAdminSession();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [secretKey, setSecretKey] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const [setupToken, setSetupToken] = useState(readSetupToken);
  const { outcome, isSending, submit } = useSubmit(async (body: LoginBody) => {
    const refused = await login(body);
    if (isRefusedFor('code-needed', refused)) setAsksCode(true);
    // A code is good once.
    setCode('');
    if (refused === null && body.secretKey === setupToken) void navigate('/admin/setup', { replace: true });
    return refused;
  });
  const needsCode = isRefusedFor('code-needed', outcome);
  const failed = outcome === null || needsCode ? null : lineOfLoginFailure(outcome, text);
  const isKeyWrong = failed?.wrongKey === true;
  const lineOfKey = setupToken === null ? failed?.line : text('admin.login.linkEnded');

  const followLink = useEffectEvent(() => {
    const token = readSetupToken();
    if (token === null) return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    void submit({ secretKey: token });
  });
  useEffect(() => followLink(), []);
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
    const body = { secretKey: setupToken ?? secretKey };
    void submit(asksCode ? { ...body, code } : body);
  }

  return (
    <form ref={form} className="grid gap-5" onSubmit={send}>
      <TextField
        label={text('admin.login.secretKey')}
        type="password"
        name="secretKey"
        autoComplete="current-password"
        value={secretKey}
        error={isKeyWrong ? lineOfKey : undefined}
        onChange={(event) => {
          setSecretKey(event.target.value);
          setSetupToken(null);
        }}
      />
      {asksCode && <CodeField value={code} onChange={setCode} />}
      <Button type="submit" busyLabel={isSending ? text('admin.login.accessing') : undefined}>
        {text('admin.login.submit')}
      </Button>
      {failed && !isKeyWrong && <FailureLine focused>{failed.line}</FailureLine>}
    </form>
  );
}

/** The token of the set-up link in the address; null without one. */
function readSetupToken(): string | null {
  return /^#setup=(.+)$/.exec(window.location.hash)?.[1] ?? null;
}
