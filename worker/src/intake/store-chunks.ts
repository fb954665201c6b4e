import type { DataSource, EntityManager } from 'typeorm';
import { countEvents } from '../platform/metrics.js';
import { isRefusedData } from '../platform/refused-by-postgres.js';
import type { SiteDays } from '../platform/site-days.js';
import type { Chunk } from './chunk-merger.js';
import { type ChunkOutcome, type DropReason, readRecorded, recordChunks, tally } from './recorded-chunks.js';
import { setAside } from './rejected-events.js';

interface StorableRow {
  id: string;
  /** Set for page views. */
  bot?: { reason: string } | null;
}

/** A chunk whose events have been read: the rows to store, and why the other events were dropped. */
export interface ReadChunk<Row> {
  id: string;
  rows: Row[];
  dropped: DropReason[];
}

/** The ids of the rows that were new, and of those that were dropped. */
export interface StoredRows {
  stored: string[];
  dropped: { id: string; reason: DropReason }[];
}

interface StoreOptions<Row> {
  db: DataSource;
  queue: string;
  /** Drops are counted under the site's day. */
  days: SiteDays;
  read: (chunk: Chunk) => Promise<ReadChunk<Row>>;
  /** Stores rows in the transaction; two with the same id count once. */
  store: (tx: EntityManager, rows: Row[]) => Promise<StoredRows>;
}

/**
 * Stores the chunks that aren't done yet and records them as done, in one transaction. If Postgres refuses a single
 * chunk, it is stored piece by piece without the rows to blame; if it refuses several, this throws, and the caller
 * tries each one alone.
 */
export async function storeChunks<Row extends StorableRow>(
  given: Chunk[],
  { db, queue, days, read, store }: StoreOptions<Row>,
): Promise<void> {
  const done = await readRecorded(
    db.manager,
    given.map((chunk) => chunk.id),
  );
  const chunks: ReadChunk<Row>[] = [];
  for (const chunk of given) if (!done.has(chunk.id)) chunks.push(await read(chunk));
  if (chunks.length === 0) return;
  const rows = chunks.flatMap((chunk) => chunk.rows);
  const day = days.dayOf(Date.now());
  try {
    const outcomes = await db.transaction(async (tx) => {
      const found = outcomesOf(chunks, [await store(tx, rows)]);
      await recordChunks(tx, found, day);
      return found;
    });
    countOutcomes(queue, outcomes);
  } catch (error) {
    if (chunks.length > 1 || !isRefusedData(error)) throw error;
    const pieces = await storeOrSetAside(
      rows,
      (some) => db.transaction((tx) => store(tx, some)),
      (row, reason) => setAside(db.manager, queue, [{ id: row.id, event: row, reason }]),
    );
    const outcomes = outcomesOf(chunks, pieces);
    await recordChunks(db.manager, outcomes, day);
    countOutcomes(queue, outcomes);
  }
}

function countOutcomes(queue: string, outcomes: ChunkOutcome[]): void {
  for (const { stored, dropped } of outcomes) {
    countEvents(queue, 'stored', stored);
    for (const [reason, count] of Object.entries(dropped)) countEvents(queue, 'dropped', count, reason);
  }
}

/** A row that two chunks contain counts for the first. */
function outcomesOf<Row extends StorableRow>(chunks: ReadChunk<Row>[], pieces: StoredRows[]): ChunkOutcome[] {
  const stored = new Set(pieces.flatMap((piece) => piece.stored));
  const dropped = new Map(
    pieces.flatMap((piece) => piece.dropped).map(({ id, reason }) => [id, reason] as const),
  );
  return chunks.map(({ id, rows, dropped: droppedBefore }) => {
    const reasons = rows.flatMap((row) => take(dropped, row.id) ?? []);
    const newRows = rows.filter((row) => stored.delete(row.id));
    return {
      id,
      stored: newRows.length,
      bots: tally(newRows.flatMap(({ bot }) => bot?.reason ?? [])),
      dropped: tally([...droppedBefore, ...reasons]),
    };
  });
}

function take<Key, Value>(map: Map<Key, Value>, key: Key): Value | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}

/**
 * Halves a batch that Postgres refused until the row to blame is alone, which is set aside. Each piece is a transaction
 * of its own. Errors that aren't about the data propagate, and the job is retried.
 */
async function storeOrSetAside<Row>(
  rows: Row[],
  store: (rows: Row[]) => Promise<StoredRows>,
  setAside: (row: Row, reason: string) => Promise<void>,
): Promise<StoredRows[]> {
  try {
    return [await store(rows)];
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    if (rows.length <= 1) {
      for (const row of rows) await setAside(row, error.message);
      return [];
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await storeOrSetAside(rows.slice(0, middle), store, setAside);
    return [...first, ...(await storeOrSetAside(rows.slice(middle), store, setAside))];
  }
}
