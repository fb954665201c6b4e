import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Accepted } from './load.js';

const finders: Record<keyof Accepted, string> = {
  visits: `select id from visits where id = any($1::uuid[]) union select id from rejected_events where id = any($1::uuid[])`,
  views: `select view_id as id from video_views where view_id = any($1::uuid[])`,
  leads: `select id from leads where id = any($1::uuid[]) union select id from rejected_events where id = any($1::uuid[])`,
};

/** Rows of one mark beyond its first, in each table; the drill gives every request a mark of its own. */
const doubledSql = `
  select (select count(*) - count(distinct page) from visits where page like '/drill/%')
    + (select count(*) - count(distinct idea) from leads where email like 'drill-%') as doubled`;

/** Figures that are not what a recount of the rows says. */
const differingSql = `
  select (select coalesce(sum(people), 0) from visits_by_day) <> (select count(*) from visits where bot_reason is null)
    or (select coalesce(sum(people), 0) from visits_by_month_page) <> (select count(*) from visits where bot_reason is null)
    or (select coalesce(sum(bots), 0) from visits_by_day) <> (select count(*) from visits where bot_reason is not null)
    or (select coalesce(sum(visitors), 0) from visitors_by_day)
      <> (select count(distinct (visitor, (occurred_at at time zone settings.value)::date))
        from visits, settings where visitor is not null and settings.name = 'time_zone')
    or (select coalesce(sum(views), 0) from video_views_by_day) <> (select count(*) from video_views)
    or (select coalesce(sum(watched_seconds), 0) from video_views_by_day)
      <> (select coalesce(sum(watched_seconds), 0) from video_views)
    as differing`;

export interface Account {
  lost: number;
  doubled: number;
  differing: boolean;
}

/** Looks for every accepted event until all are there or `withinMs` is over. */
export async function account(databaseUrl: string, accepted: Accepted, withinMs: number): Promise<Account> {
  const deadline = Date.now() + withinMs;
  let missing: Accepted = {
    visits: [...accepted.visits],
    views: [...accepted.views],
    leads: [...accepted.leads],
  };
  for (;;) {
    missing = await withDatabase(databaseUrl, (db) => stillMissing(db, missing));
    const lost = missing.visits.length + missing.views.length + missing.leads.length;
    if (lost === 0 || Date.now() > deadline) return { lost, ...(await withDatabase(databaseUrl, readState)) };
    await wait(200);
  }
}

/** Seconds until the event is a row; throws after `withinMs`. */
export async function untilRow(databaseUrl: string, visitId: string, withinMs: number): Promise<void> {
  const { lost } = await account(databaseUrl, { visits: [visitId], views: [], leads: [] }, withinMs);
  if (lost > 0) throw new Error(`a visit was no row within ${withinMs / 1_000} s`);
}

async function stillMissing(db: pg.Client, accepted: Accepted): Promise<Accepted> {
  const missing = { ...accepted };
  for (const kind of ['visits', 'views', 'leads'] as const) {
    const { rows } = await db.query<{ id: string }>(finders[kind], [accepted[kind]]);
    const found = new Set(rows.map((row) => row.id));
    missing[kind] = accepted[kind].filter((id) => !found.has(id));
  }
  return missing;
}

async function readState(db: pg.Client) {
  const [doubled, differing] = [
    await db.query<{ doubled: string }>(doubledSql),
    await db.query<{ differing: boolean }>(differingSql),
  ];
  return { doubled: Number(doubled.rows[0]?.doubled), differing: differing.rows[0]?.differing ?? true };
}

/** A connection of its own each time: the server may have been killed since the last one. */
async function withDatabase<Result>(url: string, work: (db: pg.Client) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const db = new pg.Client(url);
    db.on('error', () => undefined); // a killed server; the query in hand throws
    try {
      await db.connect();
      return await work(db);
    } catch (error) {
      if (attempt === 150) throw error;
      await wait(200);
    } finally {
      await db.end().catch(() => undefined);
    }
  }
}
