import { nowSeconds, type PeopleNow, type PersonNow } from '@voordeur/contracts/http';
import { firstIdAt } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import { onConnection } from '../platform/sql.js';
import { loadQuery } from './query.js';

type PersonRow = Omit<PersonNow, 'video'> & {
  count: number;
  videoTitle: string | null;
  watchedSeconds: number;
};
const peopleNow = loadQuery<PersonRow>('people-now');

const mostListed = 50;
const dayMs = 86_400_000;

/** The people on the site at `now`. Neither their hash nor their address is read. */
export async function readPeople(db: DataSource, now: Date): Promise<PeopleNow> {
  const nowMs = now.getTime();
  const sinceMs = nowMs - nowSeconds * 1_000;
  const rows = await onConnection(db, (connection) =>
    peopleNow(connection, [
      ...[new Date(sinceMs).toISOString(), firstIdAt(sinceMs), firstIdAt(nowMs - dayMs), mostListed],
    ]),
  );
  return {
    count: rows[0]?.count ?? 0,
    people: rows.map(({ country, referrerHost, campaign, page, videoTitle, watchedSeconds }) => ({
      ...{ country, referrerHost, campaign, page },
      video: videoTitle === null ? null : { title: videoTitle, watchedSeconds },
    })),
  };
}
