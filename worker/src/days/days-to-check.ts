import { DateTime } from 'luxon';
import type { DataSource } from 'typeorm';
import { isSealedDay } from './sealed-days.js';

/**
 * The days (`YYYY-MM-DD`) that a night looks at: yesterday, which got nearly all events, and a seventh of all others that can be
 * built, so a mistake lasts no longer than a week.
 */
export async function daysToCheck(db: DataSource, timeZone: string, night: Date): Promise<string[]> {
  const today = DateTime.fromJSDate(night, { zone: timeZone });
  const days = await db.query<{ day: string }[]>(
    `select day::text from days
    where not ${isSealedDay('day', '$1')} and (day = $2::date - 1 or extract(day from day)::int % 7 = $3) order by day`,
    [timeZone, today.toISODate(), today.weekday - 1],
  );
  return days.map(({ day }) => day);
}
