import {
  accessLimits,
  type AccessDays,
  type ApiKeyBody,
  type ApiKeyShown,
  type NewApiKeyAnswer,
  type ApiKeysAnswer,
  type SharedLinkShown,
  type SharedLinksAnswer,
} from '@voordeur/contracts/http';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { DaysField } from '../../ui/select-field';
import { TextField } from '../../ui/field';
import { Link } from '../../ui/link';
import { Panel } from '../../ui/panel';
import { QueryStates, Empty } from '../../ui/query-states';
import { Table, type Column } from '../../ui/table';
import { useAccessColumns } from './access-columns';

const keysPath = '/api/admin/api-keys';

/** The keys of programs that read figures, and a form for another one. */
export function KeysPanel() {
  const text = useText();
  const query = useQuery<ApiKeysAnswer>({ queryKey: [keysPath] });
  const keys = query.data?.keys;
  const [created, setCreated] = useState<NewApiKeyAnswer>();
  const columns: Column<ApiKeyShown>[] = [
    { head: 'admin.access.key', cell: ({ name }) => name },
    { head: 'admin.access.scope', cell: () => text('admin.access.figures'), soft: true },
    ...useAccessColumns(keysPath),
  ];
  return (
    <Panel span={12} title={text('admin.access.keys')}>
      <p className="mt-2 max-w-160 text-text-2">{text('admin.access.keysText')}</p>
      <QueryStates
        query={query}
        fetching={text('admin.loading')}
        failed={text('admin.security.notFetched')}
      />
      {keys && keys.length > 0 && (
        <Table
          label={text('admin.access.keys')}
          columns={columns}
          rows={keys}
          rowKey={({ id }) => id}
          cards
        />
      )}
      {created && (
        <div role="status" className="mt-4 grid max-w-160 gap-2">
          <CopyField label={text('admin.access.newKey', { name: created.name })} value={created.key} />
          <p className="text-note text-text-2">{text('admin.access.shownOnce')}</p>
        </div>
      )}
      <KeyForm onCreated={setCreated} />
    </Panel>
  );
}

function KeyForm({ onCreated }: { onCreated: (created: NewApiKeyAnswer) => void }) {
  const text = useText();
  const [name, setName] = useState('');
  const [days, setDays] = useState<AccessDays>();
  const create = useAdminCall({
    run: (body: ApiKeyBody) => adminSend<NewApiKeyAnswer>('POST', keysPath, body),
    failed: text('admin.access.notCreated'),
    invalidates: { queryKey: [keysPath] },
    onDone: (answer) => {
      setName('');
      onCreated(answer);
    },
  });
  function submit() {
    create.mutate({ name, ...(days && { days }) });
  }
  return (
    <AdminForm className="mt-5 flex max-w-180 flex-wrap items-end gap-3" onSubmit={submit}>
      <div className="min-w-0 flex-[2_1_12rem]">
        <TextField
          label={text('admin.access.nameOfKey')}
          maxLength={accessLimits.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="flex-[1_1_9rem]">
        <DaysField days={days} never={text('admin.access.untilRevoked')} onChange={setDays} />
      </div>
      <Button
        type="submit"
        variant="line"
        disabled={name.trim() === ''}
        busyLabel={create.isPending ? text('admin.loading') : undefined}
      >
        {text('admin.access.createKey')}
      </Button>
    </AdminForm>
  );
}

const linksPath = '/api/admin/shared-links';

/** Every link to figures that the owner gave away. */
export function LinksPanel() {
  const text = useText();
  const query = useQuery<SharedLinksAnswer>({ queryKey: [linksPath] });
  const links = query.data?.links;
  const columns: Column<SharedLinkShown>[] = [
    {
      head: 'admin.access.link',
      cell: ({ name, query: view, hasPassword }) => (
        <span className="block min-w-40 wrap-anywhere whitespace-normal">
          <Link to={`/admin/analytics${view}`} className="underlined hover:decoration-lamp">
            {name}
          </Link>
          {hasPassword && <span className="block text-text-3">{text('admin.access.withPassword')}</span>}
        </span>
      ),
    },
    ...useAccessColumns(linksPath),
  ];
  return (
    <Panel span={12} title={text('admin.access.links')} note={text('admin.access.linksNote')}>
      <QueryStates
        query={query}
        fetching={text('admin.loading')}
        failed={text('admin.security.notFetched')}
      />
      {links?.length === 0 && <Empty>{text('admin.access.noLinks')}</Empty>}
      {links && links.length > 0 && (
        <Table
          label={text('admin.access.links')}
          columns={columns}
          rows={links}
          rowKey={({ id }) => id}
          cards
        />
      )}
    </Panel>
  );
}
