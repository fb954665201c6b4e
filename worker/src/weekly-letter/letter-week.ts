import { DateTime } from 'luxon';

/** A week from Monday to Sunday in the site's zone. */
export interface LetterWeek {
  /** `YYYY-MM-DD`. */
  monday: string;
  mondayBefore: string;
  mondayAfter: string;
  /** The three Mondays' first instants, UTC: the week before, this week, the end. A week has 167 to 169 hours. */
  startsBefore: Date;
  starts: Date;
  ends: Date;
}

/** The week that began on this Monday, a date of the site's zone. */
export function weekOf(monday: string, timeZone: string): LetterWeek {
  const start = DateTime.fromISO(monday, { zone: timeZone });
  const [before, after] = [start.minus({ weeks: 1 }), start.plus({ weeks: 1 })];
  return {
    monday,
    mondayBefore: before.toISODate() ?? '',
    mondayAfter: after.toISODate() ?? '',
    startsBefore: before.toJSDate(),
    starts: start.toJSDate(),
    ends: after.toJSDate(),
  };
}

/** The Monday of the last week that is over. */
export function lastWholeWeek(now: Date, timeZone: string): string {
  return DateTime.fromJSDate(now, { zone: timeZone }).startOf('week').minus({ weeks: 1 }).toISODate() ?? '';
}
