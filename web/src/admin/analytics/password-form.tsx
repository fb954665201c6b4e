import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { isRefusedFor } from '../../lib/http';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { FailureLine } from '../../ui/form-parts';

interface Props {
  /** Why the link hasn't opened yet. */
  refusal: Error;
  busy: boolean;
  onSubmit: (password: string) => void;
}

/** Asks for the password of a link. */
export function PasswordForm({ refusal, busy, onSubmit }: Props) {
  const text = useText();
  const [password, setPassword] = useState('');
  function submit() {
    onSubmit(password);
  }
  return (
    <AdminForm className="panel mx-auto max-w-110 gap-4" onSubmit={submit}>
      <h1 className="text-[1.625rem] leading-[1.1]">{text('admin.shared.passwordTitle')}</h1>
      <TextField
        label={text('admin.shared.password')}
        type="password"
        autoComplete="off"
        value={password}
        error={isRefusedFor('invalid-credentials', refusal) ? text('admin.shared.wrongPassword') : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div>
        <Button type="submit" disabled={password === ''} busyLabel={busy ? text('admin.loading') : undefined}>
          {text('admin.shared.open')}
        </Button>
      </div>
      {isRefusedFor('locked-out', refusal) && <FailureLine>{text('admin.shared.locked')}</FailureLine>}
    </AdminForm>
  );
}
