import type { DataSource, EntityManager } from 'typeorm';
import type { DropReason } from '../visits/visit-in-progress.js';
import { type ChunkOutcome, recordChunks, tally } from './recorded-chunk.js';
import { isRefusedData } from './refused-by-postgres.js';
import { storeOrSetAside } from './store-or-set-aside.js';

/** A chunk whose events have been read: those to store, and why the others are none. */
export interface ReadChunk<Row> {
  id: string;
  rows: Row[];
  dropped: DropReason[];
}

/** What storing rows came to, by the rows' ids. */
export interface StoredRows {
  stored: string[];
  dropped: { id: string; reason: DropReason }[];
}

interface StoreNeeds<Row> {
  db: DataSource;
  /** Stores rows in the transaction; two of one id count once. */
  store: (tx: EntityManager, rows: Row[]) => Promise<StoredRows>;
  setAside: (row: Row, reason: string) => Promise<void>;
  /** The site's day under which drops are counted. */
  day: string;
}

/**
 * Stores chunks and records them as done, in one transaction. A single chunk that Postgres refuses is stored piece
 * by piece without what cannot be taken; several that it refuses throw, and each is to be tried alone.
 */
export async function storeChunks<Row extends { id: string }>(
  chunks: ReadChunk<Row>[],
  { db, store, setAside, day }: StoreNeeds<Row>,
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

/** A row that two chunks bring is the first one's. */
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
