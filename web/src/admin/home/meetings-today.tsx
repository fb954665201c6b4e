import type { HomeAnswer } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { isOwnCalendar } from '../../config/calendar';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';

/**
 * Today's meetings; one line without any where visitors book in the owner's own calendar, and nothing elsewhere. An api of
 * the version before sends none.
 */
export function MeetingsToday({ meetings = [] }: Partial<Pick<HomeAnswer, 'meetings'>>) {
  const text = useText();
  const { formatTime } = useIntl();
  if (meetings.length === 0 && !isOwnCalendar()) return null;
  return (
    <section aria-labelledby="meetings-today" className="panel">
      <h2 id="meetings-today" className="panel-title">
        {text('admin.dashboard.meetingsToday')}
      </h2>
      {meetings.length === 0 && <p className="mt-1 text-text-2">{text('admin.calendar.noneToday')}</p>}
      <ol className="mt-1 empty:hidden" aria-labelledby="meetings-today">
        {meetings.map(({ id, startsAt, name, title }) => (
          <li key={id} className="border-b border-line last:border-b-0">
            <Link
              to="/admin/calendar"
              className="flex min-h-11 flex-wrap items-center gap-x-3 hover:underline"
            >
              <time dateTime={startsAt} className="font-semibold tabular-nums">
                {formatTime(startsAt, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
              </time>
              <span className="min-w-0 wrap-anywhere">
                <bdi>{name}</bdi> <span className="text-text-2">· {title}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
