import type { ApiKeyShown } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { Instant } from '../../ui/instant';
import type { Column } from '../../ui/table';
import { RevokeButton } from './revoke-button';

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
