import { readTimeZone, writeTimeZone } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import { isSealedDay } from './sealed-days.js';

/**
 * Notes every day whose rows are kept as changed, and makes `timeZone` the zone that days are of. Days that overlap a sealed month, in
 * the old zone or the new one, stay as they are. Returns how many days are to be built.
 */
export async function rebuildDays(db: DataSource, timeZone: string): Promise<number> {
  return db.transaction(async (tx) => {
    const oldTimeZone = (await readTimeZone(tx)) ?? timeZone;
    const noted = await tx.query<unknown[]>(
      `insert into changed_days (day)
      select day from (
        select day from days union select day from videos_by_day union select day from sessions_by_day
        union select (occurred_at at time zone $1)::date from visits
        union select (occurred_at at time zone $1)::date from video_views) as known
      where not ${isSealedDay('day', '$1')} and not ${isSealedDay('day', '$2')}
      returning id`,
      [timeZone, oldTimeZone],
    );
    await writeTimeZone(tx, timeZone);
    return noted.length;
  });
}
