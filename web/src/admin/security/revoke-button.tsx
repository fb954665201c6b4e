import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

interface Props {
  /** Path of the list and, with the id appended, of the row to revoke. */
  path: string;
  id: string;
  name: string;
}

/** Revokes a key or a link, once that is confirmed: it can't be undone. */
export function RevokeButton({ path, id, name }: Props) {
  const text = useText();
  const [asks, setAsks] = useState(false);
  const revoke = useAdminCall({
    run: () => adminSend('DELETE', `${path}/${id}`, {}),
    failed: text('admin.access.notRevoked'),
    invalidates: { queryKey: [path] },
    onDone: () => {
      setAsks(false);
      showToast({ title: text('admin.access.revokedTitle'), text: text('admin.access.revoked', { name }) });
    },
  });
  return (
    <>
      <button
        type="button"
        className="button-link"
        aria-label={text('admin.access.revokeOf', { name })}
        onClick={() => setAsks(true)}
      >
        {text('admin.access.revoke')}
      </button>
      {asks && (
        <Dialog
          title={text('admin.access.revokeTitle', { name })}
          text={text('admin.access.revokeText')}
          width="narrow"
          onClose={() => setAsks(false)}
        >
          <div className="mt-6 flex flex-wrap gap-3">
            <Button
              busyLabel={revoke.isPending ? text('admin.loading') : undefined}
              onClick={() => revoke.mutate()}
            >
              {text('admin.access.revoke')}
            </Button>
            <Button variant="line" onClick={() => setAsks(false)}>
              {text('admin.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
