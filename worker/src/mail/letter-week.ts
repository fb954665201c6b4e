import { DateTime } from 'luxon';

export type LetterWeek = ReturnType<typeof weekOf>;

/** The week that began on this Monday (`YYYY-MM-DD`), a date of the site's zone. */
export function weekOf(monday: string, timeZone: string) {
  const start = DateTime.fromISO(monday, { zone: timeZone });
  const [before, after] = [start.minus({ weeks: 1 }), start.plus({ weeks: 1 })];
  return {
    monday,
    mondayBefore: before.toISODate() ?? '',
    mondayAfter: after.toISODate() ?? '',
    /** The three Mondays' first instants: the week before, this week, the end. A week has 167 to 169 hours. */
    startsBefore: before.toJSDate(),
    starts: start.toJSDate(),
    ends: after.toJSDate(),
    timeZone,
  };
}

/** The Monday of the last complete week. */
export function lastWholeWeek(now: Date, timeZone: string): string {
  return DateTime.fromJSDate(now, { zone: timeZone }).startOf('week').minus({ weeks: 1 }).toISODate() ?? '';
}
