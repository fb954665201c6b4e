import { DateTime } from 'luxon';

/** A date, then a time. Luxon also accepts a bare date, a bare time and a zone's name, which we don't. */
const dateThenTime = /^[0-9][0-9W-]{3,10}T[0-9:.,]{2,40}(Z|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)?$/;

/** Whether this is an ISO 8601 date-time that exists (not 30 February) in the years 1970 to 2100. */
export function isRealDateTime(value: unknown): boolean {
  if (typeof value !== 'string' || !dateThenTime.test(value)) return false;
  const time = DateTime.fromISO(value, { setZone: true });
  return time.isValid && time.year >= 1970 && time.year <= 2100;
}

/** Whether this is a day that exists, as `YYYY-MM-DD`. */
export function isCalendarDay(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  // Date.parse reads 30 February as 2 March, and more than days, so the day must come out as it went in.
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value;
}

/** The instant of an ISO 8601 date-time; without an offset it is in the site's time zone. */
export function instantOf(dateTime: string, timeZone: string): Date {
  return DateTime.fromISO(dateTime, { zone: timeZone }).toJSDate();
}
