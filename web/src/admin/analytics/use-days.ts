import type { Days } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { useYearOf } from '../../ui/instant';

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

/** Days (`YYYY-MM-DD`) as all of the screen shows them: 21 Nov, and 21 Nov 2025 in another year. */
export function useDays() {
  const { formatDate, formatDateTimeRange, timeZone } = useIntl();
  const yearOf = useYearOf();
  /** The day of an instant in the site's zone. */
  const dayOf = (instant: string) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: timeZone ?? 'UTC' }).format(
      new Date(instant),
    );
  return {
    dayOf,
    /** Today isn't over, so less than a whole day before says nothing yet. */
    isToday: ({ from, to, asOf }: Days & { asOf: string }) => from === to && to === dayOf(asOf),
    day: (day: string) =>
      formatDate(utc(day), { day: 'numeric', month: 'short', ...yearOf(day), timeZone: 'UTC' }),
    /** Sat 21 Nov */
    weekday: (day: string) =>
      formatDate(utc(day), {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        ...yearOf(day),
        timeZone: 'UTC',
      }),
    /** Nov, or Nov 2025 */
    month: (day: string) => formatDate(utc(day), { month: 'short', ...yearOf(day), timeZone: 'UTC' }),
    days: ({ from, to }: Days) =>
      formatDateTimeRange(utc(from), utc(to), {
        day: 'numeric',
        month: 'short',
        ...{ ...yearOf(from), ...yearOf(to) },
        timeZone: 'UTC',
      }),
    /** `YYYY-MM-DD HH:mm:ss` of the site's zone as 21 Nov, 14:05 */
    localTime: (time: string) =>
      formatDate(`${time.replace(' ', 'T')}Z`, {
        ...{ day: 'numeric', month: 'short', ...yearOf(time) },
        ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
      }),
    /** Monday is 0. */
    nameOfWeekday: (index: number, weekday: 'short' | 'long') =>
      formatDate(new Date(Date.UTC(2024, 0, 1 + index)), { weekday, timeZone: 'UTC' }),
  };
}
