import { firstIdAt } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import type { EnrichedVisit } from './enrich-visits.js';

/** A crawler that also runs the beacon is seen twice within this time: at the edge and by the page. */
const withinMs = 60_000;

/** A bot's page view that may have a twin from the other source. */
interface Seen {
  id: string;
  source: string;
  key: string;
  timeMs: number;
  joinedId: string | null;
  isRow: boolean;
}

/**
 * Leaves out each bot's page view whose twin from the other source is already there, and adds its id to that record
 * (`joinedId`). A record joins one other at most; imports and two records of one source never join. Run again, it
 * leaves out the same ones. Call it in the transaction that stores the result.
 */
export async function joinBothSources(db: EntityManager, visits: EnrichedVisit[]): Promise<EnrichedVisit[]> {
  const joinable = visits.filter((visit) => visit.bot && visit.source !== 'import');
  if (joinable.length === 0) return visits;
  await lockKeys(db, joinable);
  const rows = await findRows(db, joinable);

  const seenByKey = new Map<string, Seen[]>();
  for (const row of rows) remember(seenByKey, row);
  const rowIds = new Set(rows.map((row) => row.id));
  const leftOut = new Set(rows.map((row) => row.joinedId));
  const carriers = new Map<string, Seen>();

  for (const visit of joinable) {
    if (rowIds.has(visit.id) || leftOut.has(visit.id)) continue;
    const seen = seenFrom(visit);
    const twin = seenByKey.get(seen.key)?.find((other) => isTwin(other, seen));
    if (twin) {
      twin.joinedId = visit.id;
      carriers.set(twin.id, twin);
      leftOut.add(visit.id);
    } else {
      remember(seenByKey, seen);
    }
  }

  await markRows(
    db,
    [...carriers.values()].filter((carrier) => carrier.isRow),
  );
  return visits
    .filter((visit) => !leftOut.has(visit.id))
    .map((visit) => {
      const carrier = carriers.get(visit.id);
      return carrier ? { ...visit, joinedId: carrier.joinedId } : visit;
    });
}

function isTwin(other: Seen, seen: Seen): boolean {
  return (
    other.joinedId === null &&
    other.source !== seen.source &&
    Math.abs(other.timeMs - seen.timeMs) <= withinMs
  );
}

function seenFrom(visit: EnrichedVisit): Seen {
  const timeMs = Date.parse(visit.occurredAt);
  return { id: visit.id, source: visit.source, key: keyOf(visit), timeMs, joinedId: null, isRow: false };
}

function keyOf(seen: { page: string; userAgent: string; ip: string | null }): string {
  return JSON.stringify([seen.page, seen.userAgent, seen.ip]);
}

function remember(seenByKey: Map<string, Seen[]>, seen: Seen): void {
  const list = seenByKey.get(seen.key);
  if (list) list.push(seen);
  else seenByKey.set(seen.key, [seen]);
}

/** Twins are handled in one transaction at a time. All keys share 256 locks, taken in order, so they can't deadlock. */
async function lockKeys(db: EntityManager, visits: EnrichedVisit[]): Promise<void> {
  await db.query(
    `select pg_advisory_xact_lock(hashtext('voordeur/both-sources'), bucket)
    from (select distinct hashtext(key) & 255 as bucket from unnest($1::text[]) as k (key) order by 1) as buckets`,
    [visits.map(keyOf)],
  );
}

async function findRows(db: EntityManager, visits: EnrichedVisit[]): Promise<Seen[]> {
  const times = visits.map((visit) => Date.parse(visit.occurredAt));
  const rows = await db.query<(Omit<Seen, 'key' | 'isRow'> & Parameters<typeof keyOf>[0])[]>(
    `select id, source, page, user_agent as "userAgent", host(ip) as ip,
      extract(epoch from occurred_at)::float8 * 1000 as "timeMs", joined_id as "joinedId"
    from visits
    where bot_reason is not null and source <> 'import' and id >= $1 and id < $2
      and (page, user_agent) in (select * from unnest($3::text[], $4::text[]))
    order by id`,
    [
      firstIdAt(Math.min(...times) - withinMs),
      firstIdAt(Math.max(...times) + withinMs + 1),
      visits.map((visit) => visit.page),
      visits.map((visit) => visit.userAgent),
    ],
  );
  return rows.map((row) => ({ ...row, key: keyOf(row), isRow: true }));
}

async function markRows(db: EntityManager, carriers: Seen[]): Promise<void> {
  if (carriers.length === 0) return;
  await db.query(
    `update visits set joined_id = twin.joined_id
    from unnest($1::uuid[], $2::uuid[]) as twin (id, joined_id) where visits.id = twin.id`,
    [carriers.map((carrier) => carrier.id), carriers.map((carrier) => carrier.joinedId)],
  );
}
