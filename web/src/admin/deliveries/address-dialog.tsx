import type { MadeSecretAnswer, WebhookEndpointAnswer } from '@voordeur/contracts/http';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { HttpError } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { endpointLabels, endpointsPath } from './delivery';

interface Props extends Pick<WebhookEndpointAnswer, 'name' | 'configured' | 'host'> {
  /** Called with the secret where the first address needed one. */
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Sets, changes or takes away where an endpoint's deliveries go. What is stored is never shown again. */
export function AddressDialog({ name, configured, host, onMade, onClose }: Props) {
  const text = useText();
  const [url, setUrl] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const path = `${endpointsPath}/${name}`;
  const notSaved = text('admin.deliveries.notSaved');
  const endpoint = text(endpointLabels[name]);
  const save = useAdminCall({
    run: () => adminSend<MadeSecretAnswer>('PUT', path, { url: url.trim() }),
    failed: (failure) => (isOfField(failure) ? undefined : notSaved),
    onFailed: (failure) => setIsRefused(isOfField(failure)),
    onDone: ({ secret }) => {
      if (secret !== null) onMade(secret);
      showToast({ title: endpoint, text: text('admin.deliveries.saved') });
      onClose();
    },
  });
  const remove = useAdminCall({
    run: () => adminSend('DELETE', path, {}),
    failed: notSaved,
    onDone: () => {
      showToast({ title: endpoint, text: text('admin.deliveries.removed') });
      onClose();
    },
  });
  return (
    <Dialog title={endpoint} text={text('admin.deliveries.addressText')} onClose={onClose}>
      <AdminForm noValidate className="mt-4 grid gap-4" onSubmit={() => save.mutate()}>
        <TextField
          label={text('admin.deliveries.address')}
          name="webhook-address"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={host === null ? 'https://hooks.example.com/…' : `https://${host}/…`}
          value={url}
          error={isRefused ? text('admin.deliveries.wrongAddress') : undefined}
          onChange={(event) => {
            setUrl(event.target.value);
            setIsRefused(false);
          }}
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button
            type="submit"
            disabled={url.trim() === ''}
            busyLabel={save.isPending ? text('admin.loading') : undefined}
          >
            {text('admin.deliveries.save')}
          </Button>
          {configured && (
            <button
              type="button"
              className="button-link"
              disabled={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {text('admin.deliveries.remove')}
            </button>
          )}
        </div>
      </AdminForm>
    </Dialog>
  );
}

const isOfField = (failure: Error) =>
  failure instanceof HttpError && failure.answer.details?.[0]?.field === 'url';
