import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import type { DataSource } from 'typeorm';
import { lastWholeWeek } from './letter-week.js';

const dueAtHour = 8;
/** What could not be sent on time is still news on Tuesday. */
const lateHours = 48;

/**
 * Plans the letter about last week, from Monday 8:00 in the site's zone on and for two days; at other times nothing.
 * Once a week, however often it runs and in however many workers. The sweep of the mails sends it.
 */
export async function planDueLetter(db: DataSource, now: Date, timeZone: string): Promise<void> {
  const localNow = DateTime.fromJSDate(now, { zone: timeZone });
  // The hour of the clock on the wall: no zone changes it on a Monday morning, but a day need not begin at 0:00.
  const due = localNow.startOf('week').set({ hour: dueAtHour });
  if (localNow < due || localNow >= due.plus({ hours: lateHours })) return;
  await db.query(
    `insert into mails (id, kind, week) values ($1, 'weekly-letter', $2) on conflict (week) do nothing`,
    [randomUUID(), lastWholeWeek(now, timeZone)],
  );
}
