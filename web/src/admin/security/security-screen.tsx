import { useQuery } from '@tanstack/react-query';
import type { SecurityEventKind, ShownSecurityEvent, SecurityEventsAnswer } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../../i18n/use-text';
import { Instant } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { Empty, QueryStates } from '../../ui/query-states';
import { RefreshPanelsButton, ScreenHead } from '../../ui/screen-head';
import { Table, type Column } from '../../ui/table';
import { SecondFactorPanel } from './second-factor-panel';
import { SessionsPanel } from './sessions-panel';

/** Open and past sessions, and the second factor. */
export default function SecurityScreen() {
  const text = useText();
  return (
    <>
      <ScreenHead title={text('admin.security.title')}>
        <RefreshPanelsButton />
      </ScreenHead>
      <div className="grid grid-cols-12 gap-3.5">
        <SessionsPanel />
        <SecondFactorPanel />
        <EventsPanel />
      </div>
    </>
  );
}

const eventLabels: Record<SecurityEventKind, MessageKey> = {
  login: 'admin.security.eventLogin',
  lockout: 'admin.security.eventLockout',
  'codes-guessed': 'admin.security.eventCodesGuessed',
  'second-factor-on': 'admin.security.eventFactorOn',
  'second-factor-off': 'admin.security.eventFactorOff',
  'key-changed': 'admin.security.eventKeyChanged',
  'api-key-created': 'admin.security.eventApiKey',
  'link-created': 'admin.security.eventLink',
  'mail-changed': 'admin.security.eventMail',
  'webhook-changed': 'admin.security.eventWebhook',
  'calendar-changed': 'admin.security.eventCalendar',
};

const alarms = new Set<SecurityEventKind>(['lockout', 'codes-guessed']);

/** Recent events at the login: the ones that the owner is mailed about. */
function EventsPanel() {
  const text = useText();
  const query = useQuery<SecurityEventsAnswer>({ queryKey: ['/api/admin/security-events'] });
  const events = query.data?.events;
  const columns: Column<ShownSecurityEvent>[] = [
    {
      head: 'admin.security.event',
      cell: ({ kind }) => (
        <span className={alarms.has(kind) ? 'text-alarm' : ''}>{text(eventLabels[kind])}</span>
      ),
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
