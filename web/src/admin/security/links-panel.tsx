import type { SharedLinkShown } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { Panel } from '../../ui/panel';
import { Empty, QueryStates } from '../../ui/query-states';
import { Table, type Column } from '../../ui/table';
import { useAccessColumns } from './access-columns';
import { linksPath, useSharedLinks } from './security-calls';

/** Every link to figures that the owner gave away. */
export function LinksPanel() {
  const text = useText();
  const query = useSharedLinks();
  const links = query.data?.links;
  const columns: Column<SharedLinkShown>[] = [
    {
      head: 'admin.access.link',
      cell: ({ name, query: view, hasPassword }) => (
        <span className="block min-w-40 [overflow-wrap:anywhere] whitespace-normal">
          <Link
            to={`/admin/analytics${view}`}
            className="underline decoration-edge underline-offset-[.3em] hover:decoration-lamp"
          >
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
