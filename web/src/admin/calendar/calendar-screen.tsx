import type { CalendarAnswer } from '@voordeur/contracts/http';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { isOwnCalendar } from '../../config/calendar';
import { useText } from '../../i18n/use-text';
import { readWhenOpened } from '../../lib/admin-queries';
import { Link } from '../../ui/link';
import { QueryStates } from '../../ui/query-states';
import { RefreshPanelsButton, ScreenHead } from '../../ui/screen-head';
import { CalendarForm } from './calendar-form';
import { FeedPanel } from './feed-panel';
import { MeetingsPanel } from './meetings-panel';
import { SourcesPanel } from './sources-panel';
import { calendarPath } from './use-calendar-form';

/** The owner's own calendar: her meetings, then the times that visitors can choose. */
export default function CalendarScreen() {
  const text = useText();
  const query = useQuery<CalendarAnswer>({ queryKey: [calendarPath], ...readWhenOpened });
  // A browser keeps the admin's page for an hour, so the page may not know yet.
  return (query.data?.isChosen ?? isOwnCalendar()) ? (
    <OwnCalendar query={query} />
  ) : (
    <>
      <ScreenHead title={text('admin.calendar.title')} />
      <section className="panel max-w-160">
        <p className="font-semibold">{text('admin.calendar.off')}</p>
        <p className="mt-2 text-text-2">{text('admin.calendar.offText')}</p>
        <p className="mt-2">
          <Link to="/admin/site#booking" className="button-link">
            {text('admin.calendar.toChoice')}
          </Link>
        </p>
      </section>
    </>
  );
}

function OwnCalendar({ query }: { query: UseQueryResult<CalendarAnswer> }) {
  const text = useText();
  return (
    <>
      <ScreenHead title={text('admin.calendar.title')}>
        <RefreshPanelsButton />
      </ScreenHead>
      <div className="flex flex-col gap-3.5">
        <MeetingsPanel />
        <QueryStates
          query={query}
          fetching={text('admin.calendar.fetching')}
          failed={text('admin.calendar.notFetched')}
        />
        {query.data && <CalendarForm answer={query.data} />}
        <SourcesPanel />
        <FeedPanel />
      </div>
    </>
  );
}
