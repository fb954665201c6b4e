import { DateTime } from 'luxon';
import type { DataSource } from 'typeorm';
import { makePartition } from '../intake/partitions.js';

const monthsAhead = 3;

/** Makes the partitions of this month and the next three, so that no visit waits for one. */
export async function makePartitionsAhead(db: DataSource, now: Date): Promise<void> {
  const thisMonth = DateTime.fromJSDate(now, { zone: 'utc' }).startOf('month');
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    await makePartition(db, thisMonth.plus({ months: ahead }).toFormat('yyyy-MM'));
  }
}
