import { createHash } from 'node:crypto';
import { mailServer } from '@voordeur/contracts/db';
import { planEffect } from '@voordeur/server';
import { DateTime } from 'luxon';
import type { DataSource, EntityManager } from 'typeorm';
import { lastWholeWeek } from './letter-week.js';

const dueAtHour = 8;
/** A letter that couldn't be sent on time is still news on Tuesday. */
const lateHours = 48;

/**
 * Plans the letter about last week if it's between Monday 8:00, in the site's zone, and two days later. Once a week,
 * however often it runs and in however many workers.
 */
export async function planDueLetter(db: DataSource, now: Date, timeZone: string): Promise<void> {
  const localNow = DateTime.fromJSDate(now, { zone: timeZone });
  // By the local clock: no zone changes it on a Monday morning, but a day doesn't always begin at 0:00.
  const due = localNow.startOf('week').set({ hour: dueAtHour });
  if (localNow < due || localNow >= due.plus({ hours: lateHours })) return;
  await planLetter(db.manager, lastWholeWeek(now, timeZone));
}

/** `week` is its Monday. */
export async function planLetter(tx: EntityManager, week: string): Promise<void> {
  await planEffect(tx, {
    kind: 'mail',
    destination: mailServer,
    type: 'weekly-letter',
    // One for each week: Postgres reads 32 hex digits as a UUID.
    eventId: createHash('md5').update(`weekly-letter ${week}`).digest('hex'),
    occurredAt: new Date().toISOString(),
    payload: { week },
  });
}
