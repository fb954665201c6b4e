import { DateTime } from 'luxon';

/** A date, then a time: all that luxon reads beyond that (a bare date, a bare time, a zone's name) is none. */
const dateThenTime = /^[0-9][0-9W-]{3,10}T[0-9:.,]{2,40}(Z|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)?$/;

/** Whether this is an ISO 8601 date-time that exists (no 30 February), of the years 1970 to 2100. */
export function isRealDateTime(value: unknown): boolean {
  if (typeof value !== 'string' || !dateThenTime.test(value)) return false;
  const time = DateTime.fromISO(value, { setZone: true });
  return time.isValid && time.year >= 1970 && time.year <= 2100;
}

/** The instant of a real ISO 8601 date-time; one without an offset is of the site's zone. */
export function instantOf(dateTime: string, timeZone: string): Date {
  return DateTime.fromISO(dateTime, { zone: timeZone }).toJSDate();
}
