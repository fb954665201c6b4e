import type { EntityManager } from 'typeorm';

/** What became of a chunk's events: how many are rows, and how many were dropped for which reason. */
export interface ChunkOutcome {
  stored: number;
  dropped: Record<string, number>;
}

/**
 * Records that a chunk is done and counts its drops under `day`, both only the first time: drops leave no row
 * of their own that a second run could run into. Call it in the transaction that stores the chunk's rows.
 */
export async function recordChunk(
  db: EntityManager,
  chunkId: string,
  { stored, dropped }: ChunkOutcome,
  day: string,
): Promise<void> {
  await db.query(
    `with chunk as (
      insert into recorded_chunks (id, stored, dropped) values ($1, $2, $3)
      on conflict (id) do nothing returning dropped)
    insert into drops_by_day (day, reason, events)
    select $4::date, reason, events::int from chunk, jsonb_each_text(dropped) as d (reason, events)
    order by reason
    on conflict (day, reason) do update set events = drops_by_day.events + excluded.events`,
    [chunkId, stored, dropped, day],
  );
}

/** Whether the chunk is done already: a job that runs again has nothing left to do. */
export async function isRecorded(db: EntityManager, chunkId: string): Promise<boolean> {
  const rows: unknown[] = await db.query('select 1 from recorded_chunks where id = $1', [chunkId]);
  return rows.length > 0;
}

/** Counts reasons. */
export function tally(reasons: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
