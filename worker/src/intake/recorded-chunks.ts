import type { EntityManager } from 'typeorm';

/** Why an event deliberately gets no row; counted by day. */
export type DropReason =
  'person-at-edge' | 'seen-at-both' | 'sealed-month' | 'bot-video-view' | 'bot-goal' | 'erased';

/**
 * The outcome of a chunk's events: how many were stored, how many of these are bots, and how many were dropped, by
 * reason.
 */
export interface ChunkOutcome {
  id: string;
  stored: number;
  bots: Record<string, number>;
  dropped: Record<string, number>;
}

/**
 * Records that chunks are done and counts their drops under `day`, both only once: drops leave no row that a second
 * run would conflict with. Call it in the transaction that stores the chunks' rows.
 */
export async function recordChunks(db: EntityManager, chunks: ChunkOutcome[], day: string): Promise<void> {
  await db.query(
    `with chunk as (
      insert into recorded_chunks (id, stored, dropped, bots)
      select distinct on (id) * from unnest($1::uuid[], $2::int[], $3::jsonb[], $5::jsonb[]) as c (id, stored, dropped, bots)
      order by id, stored desc
      on conflict (id) do nothing returning dropped)
    insert into drops_by_day (day, reason, events)
    select $4::date, reason, sum(events::int) from chunk, jsonb_each_text(dropped) as d (reason, events)
    group by reason order by reason
    on conflict (day, reason) do update set events = drops_by_day.events + excluded.events`,
    [
      chunks.map((chunk) => chunk.id),
      chunks.map((chunk) => chunk.stored),
      chunks.map((chunk) => JSON.stringify(chunk.dropped)),
      day,
      chunks.map((chunk) => JSON.stringify(chunk.bots)),
    ],
  );
}

/** Returns the chunks that are already done: a job that runs again has nothing left to do. */
export async function readRecorded(db: EntityManager, chunkIds: string[]): Promise<Set<string>> {
  const rows: { id: string }[] = await db.query('select id from recorded_chunks where id = any($1::uuid[])', [
    chunkIds,
  ]);
  return new Set(rows.map((row) => row.id));
}

/** How often each reason occurs. */
export function tally(reasons: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
