import type { SecurityEventKind, ShownSecurityEvent } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { Empty, QueryStates } from '../../ui/query-states';
import { Table, type Column } from '../../ui/table';
import { useSecurityEvents } from './security-calls';

const words: Record<SecurityEventKind, MessageKey> = {
  login: 'admin.security.eventLogin',
  lockout: 'admin.security.eventLockout',
  'codes-guessed': 'admin.security.eventCodesGuessed',
  'second-factor-on': 'admin.security.eventFactorOn',
  'second-factor-off': 'admin.security.eventFactorOff',
  'key-changed': 'admin.security.eventKeyChanged',
  'api-key-created': 'admin.security.eventApiKey',
  'link-created': 'admin.security.eventLink',
};

const alarms = new Set<SecurityEventKind>(['lockout', 'codes-guessed']);

/** Recent events at the login: the ones that the owner is mailed about. */
export function EventsPanel() {
  const text = useText();
  const query = useSecurityEvents();
  const events = query.data?.events;
  const columns: Column<ShownSecurityEvent>[] = [
    {
      head: 'admin.security.event',
      cell: ({ kind }) => <span className={alarms.has(kind) ? 'text-alarm' : ''}>{text(words[kind])}</span>,
    },
    { head: 'admin.security.when', cell: ({ occurredAt }) => <Instant time={occurredAt} /> },
    { head: 'admin.security.network', cell: ({ network }) => network ?? '', soft: true },
    { head: 'admin.security.browser', cell: ({ browser }) => browser ?? '', soft: true },
  ];
  return (
    <Panel span={12} title={text('admin.security.events')} note={text('admin.security.eventsNote')}>
      <QueryStates
        query={query}
        fetching={text('admin.loading')}
        failed={text('admin.security.notFetched')}
      />
      {events?.length === 0 && <Empty>{text('admin.security.noEvents')}</Empty>}
      {events && events.length > 0 && (
        <Table label={text('admin.security.events')} columns={columns} rows={events} cards />
      )}
    </Panel>
  );
}
