import type { TimesAnswer } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { throwUnlessOk } from '../../lib/http';

/** Reads free times. Rejects when they can't be had within four seconds. */
export async function fetchTimes(search: Record<string, string>): Promise<TimesAnswer> {
  const query = new URLSearchParams(search).toString();
  const response = await fetch(`/api/bookings/times${query && `?${query}`}`, {
    signal: AbortSignal.timeout(timings.schedulerAnswerMs),
  });
  return (await (await throwUnlessOk(response)).json()) as TimesAnswer;
}

/** Reads the free times of a month (`YYYY-MM`), by their day in the visitor's time zone. */
export async function fetchMonth(kind: string, month: string): Promise<Map<string, string[]>> {
  // The site's days begin and end at other times than the visitor's.
  const from = addDays(`${month}-01`, -1);
  const { days } = await fetchTimes({ kind, from, days: `${daysIn(month) + 2}` });
  const times = new Map<string, string[]>();
  for (const time of days.flatMap((day) => day.times)) {
    const day = dayOf(time);
    if (day.startsWith(month)) times.set(day, [...(times.get(day) ?? []), time]);
  }
  return times;
}

/** The visitor's day of an instant, as `YYYY-MM-DD`. */
export function dayOf(instant: string | number): string {
  const at = new Date(instant);
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => `${part}`.padStart(2, '0'));
  return `${at.getFullYear()}-${month}-${day}`;
}

function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

export function addMonths(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
}

export function daysIn(month: string): number {
  return Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8));
}

/** The visitor's IANA time zone; the site's where the browser doesn't know one. */
export function visitorZone(siteZone: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'Etc/Unknown' ? siteZone : timeZone;
}

/** Names days and times in the visitor's language and, unless another one is given, in the visitor's time zone. */
export function useTimeWords() {
  const text = useText();
  const { formatDate, formatTime } = useIntl();
  const timeOf = (instant: string, timeZone?: string) =>
    formatTime(instant, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const dateOf = (instant: string, timeZone?: string) =>
    formatDate(instant, { timeZone, weekday: 'long', day: 'numeric', month: 'long' });

  return {
    timeOf,
    /** Tuesday 3 March, of `YYYY-MM-DD` */
    nameOfDay: (day: string) => dateOf(`${day}T12:00Z`, 'UTC'),
    /** March 2026 */
    nameOfMonth: (month: string) =>
      formatDate(`${month}-15T12:00Z`, { timeZone: 'UTC', month: 'long', year: 'numeric' }),
    /** Tomorrow 10:30 */
    soon: (instant: string) => {
      const [day, today] = [dayOf(instant), dayOf(Date.now())];
      const time = timeOf(instant);
      if (day === today) return text('calendar.today', { time });
      if (day === addDays(today, 1)) return text('calendar.tomorrow', { time });
      const isNear = day < addDays(today, 7);
      const name = formatDate(
        instant,
        isNear ? { weekday: 'long' } : { weekday: 'short', day: 'numeric', month: 'short' },
      );
      return text('calendar.onDay', { day: name, time });
    },
    /** Tuesday 3 March, 10:30 to 11:00 */
    span: (from: string, to: string) =>
      text('calendar.span', { day: dateOf(from), from: timeOf(from), to: timeOf(to) }),
    /** When an instant is in another zone; null where the clock shows the same there. */
    elsewhere: (instant: string, timeZone: string) => {
      const by = (zone?: string) =>
        text('calendar.onDay', { day: dateOf(instant, zone), time: timeOf(instant, zone) });
      return by() === by(timeZone) ? null : by(timeZone);
    },
  };
}
