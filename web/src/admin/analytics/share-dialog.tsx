import {
  accessLimits,
  type AccessDays,
  type NewSharedLinkAnswer,
  type SharedLinkBody,
} from '@voordeur/contracts/http';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { DaysField } from '../../ui/select-field';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';

const linksPath = '/api/admin/shared-links';

interface Props {
  query: string;
  onClose: () => void;
}

/** Asks for the link's name and protection, and shows it once. */
export default function ShareDialog({ query, onClose }: Props) {
  const text = useText();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [days, setDays] = useState<AccessDays>(30);
  const isShort = password !== '' && password.length < accessLimits.minPassword;
  const create = useAdminCall({
    run: (body: SharedLinkBody) => adminSend<NewSharedLinkAnswer>('POST', linksPath, body),
    failed: text('admin.access.notCreated'),
    invalidates: { queryKey: [linksPath] },
  });
  function submit() {
    if (!isShort) create.mutate({ name, query, days, ...(password !== '' && { password }) });
  }
  if (create.data)
    return (
      <Dialog
        title={text('admin.access.shareReady')}
        text={text('admin.access.linkOnce')}
        foot={text('admin.access.linkFoot')}
        onClose={onClose}
      >
        <div className="mt-5">
          {/* Behind the #: browsers send that to nobody, so it's in no log. */}
          <CopyField
            label={text('admin.access.link')}
            value={`${location.origin}/shared#${create.data.token}`}
          />
        </div>
      </Dialog>
    );
  return (
    <Dialog title={text('admin.analytics.shareView')} text={text('admin.access.shareText')} onClose={onClose}>
      <AdminForm className="mt-5 grid gap-4" onSubmit={submit}>
        <TextField
          label={text('admin.access.nameOfLink')}
          maxLength={accessLimits.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <DaysField days={days} onChange={(chosen) => setDays(chosen ?? 30)} />
        <TextField
          label={text('admin.access.password')}
          type="password"
          autoComplete="new-password"
          maxLength={accessLimits.password}
          value={password}
          error={
            isShort ? text('admin.access.passwordShort', { least: accessLimits.minPassword }) : undefined
          }
          onChange={(event) => setPassword(event.target.value)}
        />
        <div>
          <Button
            type="submit"
            disabled={name.trim() === ''}
            busyLabel={create.isPending ? text('admin.loading') : undefined}
          >
            {text('admin.access.createLink')}
          </Button>
        </div>
      </AdminForm>
    </Dialog>
  );
}
