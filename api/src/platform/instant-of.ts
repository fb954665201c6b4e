import { DateTime } from 'luxon';

/** The instant of a real ISO 8601 date-time; one without an offset is of the site's zone. */
export function instantOf(dateTime: string, timeZone: string): Date {
  return DateTime.fromISO(dateTime, { zone: timeZone }).toJSDate();
}
