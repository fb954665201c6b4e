import { useQuery } from '@tanstack/react-query';
import type {
  BookingStatus,
  LeadKind,
  LeadTimeline,
  TimelineEntry,
  WebhookEndpoint,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText, type TextOf } from '../../i18n/use-text';
import { readWhenOpened } from '../../lib/admin-queries';
import { Instant, useInstantFormat } from '../../ui/instant';
import { Link } from '../../ui/link';
import { Panel } from '../../ui/panel';
import { QueryStates } from '../../ui/query-states';
import { endpointLabels } from '../deliveries/delivery';
import { bookingLabels } from './booking-list';
import { leadsPath, kindLabels, statusLabels } from './lead';

/** Events around a lead, in order, and its person's other leads. */
export function TimelinePanel({ id }: { id: string }) {
  const text = useText();
  const instant = useInstantFormat();
  const query = useQuery<LeadTimeline>({
    queryKey: [leadsPath, encodeURIComponent(id), 'timeline'],
    ...readWhenOpened,
  });
  const { entries = [], history = [] } = query.data ?? {};
  return (
    <>
      <Panel span={12} title={text('admin.timeline.title')}>
        <QueryStates
          query={query}
          fetching={text('admin.timeline.fetching')}
          failed={text('admin.timeline.notFetched')}
        />
        <ol className="mt-3 grid gap-2 border-l border-line pl-4" aria-label={text('admin.timeline.title')}>
          {entries.map((entry, index) => (
            // They stay in the order they came in, and two can be alike.
            <li key={index} className="flex flex-wrap justify-between gap-x-4">
              <span className={`min-w-0 wrap-anywhere ${entry.state === 'failed' ? 'text-alarm' : ''}`}>
                {describe(entry, text, instant)}
              </span>
              <span className="text-text-3">
                <Instant time={entry.at} />
              </span>
            </li>
          ))}
        </ol>
      </Panel>
      {history.length > 0 && (
        <Panel span={12} title={text('admin.timeline.history')}>
          <ul className="mt-3 grid gap-2">
            {history.map((past) => (
              <li key={past.id} className="flex flex-wrap justify-between gap-x-4">
                <span className="min-w-0">
                  <Link to={`/admin/leads/${past.id}`} className="button-link">
                    {text(kindLabels[past.kind])}
                  </Link>{' '}
                  <span className="text-text-3">
                    {text(
                      past.verdict === 'quarantined' ? 'admin.leads.quarantined' : statusLabels[past.status],
                    )}
                  </span>
                  {past.idea !== null && (
                    <span className="block text-text-2 wrap-anywhere" dir="auto">
                      {past.idea}
                    </span>
                  )}
                </span>
                <span className="text-text-3">
                  <Instant time={past.receivedAt} />
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

const mailLabels: Record<string, MessageKey> = {
  'lead-notice': 'admin.timeline.notice',
  confirm: 'admin.timeline.confirm',
};

const stateLabels: Record<string, MessageKey> = {
  waiting: 'admin.timeline.waiting',
  dropped: 'admin.timeline.dropped',
  failed: 'admin.timeline.failed',
};

/** An entry in a few words. Sent effects name their state only if it isn't simply sent. */
function describe(
  { what, name, state }: TimelineEntry,
  text: TextOf,
  instant: (time: string) => string,
): string {
  const sent = (words: string) => {
    const word = stateLabels[state ?? ''];
    return word ? `${words} (${text(word)})` : words;
  };
  switch (what) {
    case 'page':
      return text('admin.timeline.page', { page: name });
    case 'video':
      return text('admin.timeline.video', { title: name, seconds: Number(state) });
    case 'form':
      return text('admin.timeline.form', { kind: text(kindLabels[name as LeadKind]) });
    case 'mail':
      return sent(text(mailLabels[name] ?? 'admin.timeline.notice'));
    case 'reply':
      return sent(text('admin.timeline.reply', { subject: name }));
    case 'delivery':
      return sent(
        text('admin.timeline.delivery', { endpoint: text(endpointLabels[name as WebhookEndpoint]) }),
      );
    case 'booking': {
      const word = text(bookingLabels[name as BookingStatus]);
      const meeting = state === null ? word : `${word}: ${instant(state)}`;
      return text('admin.timeline.booking', { meeting });
    }
    case 'note':
      return text('admin.timeline.note');
    case 'answered':
      return text('admin.timeline.answered');
  }
}
