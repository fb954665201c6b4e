import type { VisitEvent } from '@voordeur/contracts/jobs';
import type { Pool } from 'pg';

export interface RecordedOutcome {
  /** Events that became rows. */
  stored: number;
  /** How many of these are bots, by reason. */
  bots: Record<string, number>;
  /** Events that weren't rows before and didn't become any, by reason. */
  refused: Record<string, number>;
}

/** Returns the waiting chunks that are done: `recorded_chunks` is written in the transaction that stores a chunk's rows. */
export async function readRecorded(
  db: Pool,
  waiting: ReadonlyMap<string, VisitEvent[]>,
): Promise<Map<string, RecordedOutcome>> {
  const { rows } = await db.query<
    { id: string; dropped: Record<string, number> } & Omit<RecordedOutcome, 'refused'>
  >('select id, stored, bots, dropped from recorded_chunks where id = any($1::uuid[])', [
    [...waiting.keys()],
  ]);
  const outcomes = new Map<string, RecordedOutcome>();
  for (const { id, stored, bots, dropped } of rows) {
    const setAside = await countSetAside(db, waiting.get(id) ?? [], stored);
    const refused = setAside === 0 ? dropped : { ...dropped, 'set-aside': setAside };
    outcomes.set(id, { stored, bots, refused });
  }
  return outcomes;
}

/** Events that Postgres can never accept are in `rejected_events`; they aren't "already there". */
async function countSetAside(db: Pool, events: VisitEvent[], stored: number): Promise<number> {
  if (stored === events.length) return 0;
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from rejected_events where id = any($1::uuid[])',
    [events.map((event) => event.id)],
  );
  return rows[0]?.count ?? 0;
}
