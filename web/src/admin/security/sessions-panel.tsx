import type { OwnerSession, SessionsAnswer } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { showToast } from '../../lib/toast-store';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { QueryStates } from '../../ui/query-states';
import { Table, type Column } from '../../ui/table';

const sessionsPath = '/api/admin/sessions';
const others = 'others';

/** Every open session, and how to end those that aren't the owner's. */
export function SessionsPanel() {
  const text = useText();
  const sessions = useQuery<SessionsAnswer>({ queryKey: [sessionsPath] });
  const end = useAdminCall({
    run: (which: string) =>
      adminSend('DELETE', which === others ? sessionsPath : `${sessionsPath}/${which}`, {}),
    failed: text('admin.security.notEnded'),
    onDone: (_answer, which) =>
      showToast({
        title: text('admin.security.endedTitle'),
        text: text(which === others ? 'admin.security.endedOthers' : 'admin.security.endedOne'),
      }),
  });
  const columns: Column<OwnerSession>[] = [
    {
      head: 'admin.security.browser',
      cell: ({ browser, isOwn }) => (
        <>
          {browser ?? text('admin.security.noBrowser')}
          {isOwn && <span className="ml-2 text-lamp">{text('admin.security.own')}</span>}
        </>
      ),
    },
    {
      head: 'admin.security.network',
      cell: ({ network }) => network ?? text('admin.security.unknown'),
      soft: true,
    },
    { head: 'admin.security.opened', cell: ({ openedAt }) => <Instant time={openedAt} /> },
    { head: 'admin.security.ends', cell: ({ expiresAt }) => <Instant time={expiresAt} />, soft: true },
    {
      head: 'admin.security.action',
      cell: ({ id, isOwn, browser }) =>
        !isOwn && (
          <button
            type="button"
            className="button-link"
            disabled={end.isPending}
            aria-label={text('admin.security.endOf', {
              browser: browser ?? text('admin.security.noBrowser'),
            })}
            onClick={() => end.mutate(id)}
          >
            {text('admin.security.end')}
          </button>
        ),
    },
  ];
  return (
    <Panel
      span={12}
      title={text('admin.security.sessions')}
      action={
        (sessions.data?.sessions.length ?? 0) > 1 && (
          <button
            type="button"
            className="button-link"
            disabled={end.isPending}
            onClick={() => end.mutate(others)}
          >
            {text('admin.security.endOthers')}
          </button>
        )
      }
    >
      <QueryStates
        query={sessions}
        fetching={text('admin.loading')}
        failed={text('admin.security.notFetched')}
      />
      {sessions.data && (
        <Table
          label={text('admin.security.sessions')}
          columns={columns}
          rows={sessions.data.sessions}
          rowKey={({ id }) => id}
          cards
        />
      )}
    </Panel>
  );
}
