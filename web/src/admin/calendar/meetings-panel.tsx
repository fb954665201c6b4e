import type { MeetingAnswer, MeetingsAnswer, MeetingState } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { readWhenOpened } from '../../lib/admin-queries';
import { cityOf } from '../../lib/format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';
import { Panel } from '../../ui/panel';
import { Empty, QueryStates } from '../../ui/query-states';
import { MeetingNotes } from './meeting-notes';
import { meetingsPath, useChangeMeeting } from './use-change-meeting';

/** Meetings, today's first, then those to come, then those of the last month. */
export function MeetingsPanel() {
  const text = useText();
  const { formatDate } = useIntl();
  const query = useQuery<MeetingsAnswer>({ queryKey: [meetingsPath], ...readWhenOpened });
  const meetings = query.data?.meetings ?? [];
  // By the site's zone, which is the admin's.
  const dayOf = (time: string | number) => formatDate(time, { dateStyle: 'short' });
  const isToday = ({ startsAt }: MeetingAnswer) => dayOf(startsAt) === dayOf(query.dataUpdatedAt);
  const others = meetings.filter((meeting) => !isToday(meeting));
  return (
    <Panel span={12} title={text('admin.calendar.meetings')}>
      <QueryStates
        query={query}
        fetching={text('admin.calendar.fetchingMeetings')}
        failed={text('admin.calendar.meetingsNotFetched')}
      />
      {query.data && meetings.length === 0 && <Empty>{text('admin.calendar.none')}</Empty>}
      {meetings.length > 0 && (
        <>
          <MeetingList
            title={text('admin.calendar.today')}
            meetings={meetings.filter(isToday)}
            none={text('admin.calendar.noneToday')}
          />
          <MeetingList
            title={text('admin.calendar.coming')}
            meetings={others.filter((one) => !hasBegun(one))}
          />
          <MeetingList title={text('admin.calendar.past')} meetings={others.filter(hasBegun).toReversed()} />
        </>
      )}
    </Panel>
  );
}

function hasBegun({ startsAt }: MeetingAnswer): boolean {
  return Date.parse(startsAt) <= Date.now();
}

interface ListProps {
  title: string;
  meetings: MeetingAnswer[];
  /** The sentence for an empty list, which is left out without one. */
  none?: string;
}

function MeetingList({ title, meetings, none }: ListProps) {
  if (meetings.length === 0 && none === undefined) return null;
  return (
    <section aria-label={title} className="mt-5">
      <h3 className="font-semibold text-text-2">{title}</h3>
      {meetings.length === 0 && <p className="mt-2">{none}</p>}
      <ul className="mt-2 grid grid-cols-1 gap-x-8 columns:grid-cols-2">
        {meetings.map((meeting) => (
          <Meeting key={meeting.id} meeting={meeting} />
        ))}
      </ul>
    </section>
  );
}

const stateLabels: Record<Exclude<MeetingState, 'booked'>, MessageKey> = {
  cancelled: 'admin.calendar.cancelled',
  done: 'admin.calendar.done',
  'no-show': 'admin.calendar.noShow',
};

function Meeting({ meeting }: { meeting: MeetingAnswer }) {
  const text = useText();
  const { spanOf, elsewhere } = useMeetingWords();
  const { id, state, title, name, email, phone, answers, leadId, notes } = meeting;
  const isOpen = state === 'booked' && hasBegun(meeting);
  return (
    <li className="min-w-0 border-t border-line py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time
          dateTime={meeting.startsAt}
          className={`font-semibold first-letter:uppercase ${state === 'cancelled' ? 'line-through' : ''}`}
        >
          {spanOf(meeting)}
        </time>
        {state !== 'booked' && <span className="tag">{text(stateLabels[state])}</span>}
        {isOpen && <span className="tag tag-lit">{text('admin.calendar.toClose')}</span>}
      </p>
      <p className="wrap-anywhere">
        <bdi>{name}</bdi> <span className="text-text-2">· {title}</span>
      </p>
      <p className="flex flex-wrap gap-x-5 wrap-anywhere">
        {email !== '' && (
          <a href={`mailto:${email}`} className="button-link">
            <bdi>{email}</bdi>
          </a>
        )}
        {phone !== null && (
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className="button-link">
            {phone}
          </a>
        )}
        {leadId !== '' && (
          <Link to={`/admin/leads/${leadId}`} className="button-link text-text-2">
            {text('admin.calendar.toLead')} <span className="sr-only">{name}</span>
          </Link>
        )}
      </p>
      <p className="text-note text-text-3 empty:hidden">{elsewhere(meeting)}</p>
      {answers.length > 0 && (
        <div className="mt-2">
          <Facts
            facts={answers.map(({ question, answer }) => [question, <bdi key={question}>{answer}</bdi>])}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-x-5">
        <MeetingNotes id={id} name={name} notes={notes} />
        <MeetingActions meeting={meeting} />
      </div>
    </li>
  );
}

/** Cancels a meeting to come; says of one that has begun whether it took place. */
function MeetingActions({ meeting }: { meeting: MeetingAnswer }) {
  const text = useText();
  const { spanOf } = useMeetingWords();
  const [isAsking, setIsAsking] = useState(false);
  const change = useChangeMeeting();
  const { state, name } = meeting;
  if (state === 'cancelled') return null;
  const of = <span className="sr-only"> {name}</span>;
  const mark = (next: Exclude<MeetingState, 'cancelled'>, label: MessageKey) =>
    state !== next && (
      <button
        type="button"
        className="button-link"
        disabled={change.isPending}
        onClick={() => change.mutate({ meeting, state: next })}
      >
        {text(label)}
        {of}
      </button>
    );
  if (hasBegun(meeting))
    return (
      <>
        {mark('done', 'admin.calendar.markDone')}
        {mark('no-show', 'admin.calendar.markNoShow')}
        {mark('booked', 'admin.calendar.markOpen')}
      </>
    );
  return (
    <>
      <button type="button" className="button-link text-text-2" onClick={() => setIsAsking(true)}>
        {text('admin.calendar.cancelMeeting')}
        {of}
      </button>
      {isAsking && (
        <Dialog
          title={text('admin.calendar.cancelTitle', { name })}
          text={text('admin.calendar.cancelText', { when: spanOf(meeting) })}
          onClose={() => setIsAsking(false)}
        >
          <div className="mt-5 flex flex-wrap gap-3">
            <Button
              busyLabel={change.isPending ? text('admin.calendar.cancelling') : undefined}
              onClick={() =>
                change.mutate({ meeting, state: 'cancelled' }, { onSettled: () => setIsAsking(false) })
              }
            >
              {text('admin.calendar.cancelNow')}
            </Button>
            <Button variant="line" onClick={() => setIsAsking(false)}>
              {text('admin.calendar.keep')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function useMeetingWords() {
  const text = useText();
  const { formatDate, formatTime } = useIntl();
  const timeOf = (time: string, zone: { timeZone?: string } = {}) =>
    formatTime(time, { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const dayOf = (time: string, zone: { timeZone?: string } = {}) =>
    formatDate(time, { ...zone, weekday: 'long', day: 'numeric', month: 'long' });
  return {
    /** Tuesday 3 March, 10:30 to 11:00 */
    spanOf: ({ startsAt, endsAt }: MeetingAnswer) =>
      text('admin.calendar.from', { day: dayOf(startsAt), from: timeOf(startsAt), to: timeOf(endsAt) }),
    /** When it begins where the visitor is; null where clocks show the same. */
    elsewhere: ({ startsAt, timeZone }: MeetingAnswer) => {
      if (
        timeZone === '' ||
        (timeOf(startsAt) === timeOf(startsAt, { timeZone }) &&
          dayOf(startsAt) === dayOf(startsAt, { timeZone }))
      )
        return null;
      const when = `${dayOf(startsAt, { timeZone })}, ${timeOf(startsAt, { timeZone })}`;
      return text('admin.calendar.theirTime', { when, city: cityOf(timeZone) });
    },
  };
}
