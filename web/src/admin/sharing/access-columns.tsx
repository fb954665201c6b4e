import type { ApiKeyShown } from '@voordeur/contracts/http';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Instant } from '../../ui/instant';
import type { Column } from '../../ui/table';

type Access = Pick<ApiKeyShown, 'id' | 'name' | 'createdAt' | 'lastUsedAt' | 'expiresAt'>;

/** Columns common to the lists of keys and of links, after their names. */
export function useAccessColumns(path: string): Column<Access>[] {
  const text = useText();
  return [
    { head: 'admin.access.created', cell: ({ createdAt }) => <Instant time={createdAt} />, soft: true },
    {
      head: 'admin.access.lastUsed',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? text('admin.access.unused') : <Instant time={lastUsedAt} />,
    },
    { head: 'admin.security.ends', cell: ({ expiresAt }) => <End expiresAt={expiresAt} /> },
    { head: 'admin.security.action', cell: ({ id, name }) => <RevokeButton {...{ path, id, name }} /> },
  ];
}

function End({ expiresAt }: Pick<Access, 'expiresAt'>) {
  const text = useText();
  if (expiresAt === null) return text('admin.access.never');
  // oxlint-disable-next-line react/purity -- a list that's fetched each time it's looked at
  if (Date.parse(expiresAt) <= Date.now()) return text('admin.access.ended');
  return <Instant time={expiresAt} />;
}

interface Props {
  /** Path of the list and, with the id appended, of the row to revoke. */
  path: string;
  id: string;
  name: string;
}

/** Revokes a key or a link, once that is confirmed: it can't be undone. */
function RevokeButton({ path, id, name }: Props) {
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
