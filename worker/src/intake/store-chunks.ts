import type { DataSource, EntityManager } from 'typeorm';
import { type ChunkOutcome, type DropReason, recordChunks, tally } from './recorded-chunks.js';
import { isRefusedData } from '../platform/refused-by-postgres.js';

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
  /** Stores rows in the transaction; two with the same id count once. */
  store: (tx: EntityManager, rows: Row[]) => Promise<StoredRows>;
  setAside: (row: Row, reason: string) => Promise<void>;
  /** The site's day under which drops are counted. */
  day: string;
}

/**
 * Stores chunks and records them as done, in one transaction. If Postgres refuses a single chunk, it is stored piece
 * by piece without the rows to blame; if it refuses several, this throws, and the caller tries each one alone.
 */
export async function storeChunks<Row extends { id: string }>(
  chunks: ReadChunk<Row>[],
  { db, store, setAside, day }: StoreOptions<Row>,
): Promise<void> {
  const rows = chunks.flatMap((chunk) => chunk.rows);
  try {
    await db.transaction(async (tx) => {
      await recordChunks(tx, outcomesOf(chunks, [await store(tx, rows)]), day);
    });
  } catch (error) {
    if (chunks.length > 1 || !isRefusedData(error)) throw error;
    const pieces = await storeOrSetAside(rows, (some) => db.transaction((tx) => store(tx, some)), setAside);
    await recordChunks(db.manager, outcomesOf(chunks, pieces), day);
  }
}

/** A row that two chunks contain counts for the first. */
function outcomesOf<Row extends { id: string }>(
  chunks: ReadChunk<Row>[],
  pieces: StoredRows[],
): ChunkOutcome[] {
  const stored = new Set(pieces.flatMap((piece) => piece.stored));
  const dropped = new Map(
    pieces.flatMap((piece) => piece.dropped).map(({ id, reason }) => [id, reason] as const),
  );
  return chunks.map(({ id, rows, dropped: droppedBefore }) => {
    const reasons = rows.flatMap((row) => take(dropped, row.id) ?? []);
    return {
      id,
      stored: rows.filter((row) => stored.delete(row.id)).length,
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
 * Halves a batch that Postgres refused until the row to blame stands alone, which is set aside. Each piece is a
 * transaction of its own. Errors that aren't about the data propagate, and the job is retried.
 */
async function storeOrSetAside<Row>(
  rows: Row[],
  store: (rows: Row[]) => Promise<StoredRows>,
  setAside: (row: Row, reason: string) => Promise<void>,
): Promise<StoredRows[]> {
  if (rows.length === 0) return [];
  try {
    return [await store(rows)];
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) {
      await setAside(only, error instanceof Error ? error.message : 'refused by Postgres');
      return [];
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await storeOrSetAside(rows.slice(0, middle), store, setAside);
    return [...first, ...(await storeOrSetAside(rows.slice(middle), store, setAside))];
  }
}
