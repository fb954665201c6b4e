import { isRefusedData } from './refused-by-postgres.js';

/**
 * Stores a batch that Postgres has refused piece by piece: it is halved until the event it cannot take stands
 * alone and is set aside. Each piece is a transaction of its own; answers what `store` answered for each.
 * Throws what is not about the data (Postgres away), and the job is tried again.
 */
export async function storeOrSetAside<Row, Result>(
  rows: Row[],
  store: (rows: Row[]) => Promise<Result>,
  setAside: (row: Row, reason: string) => Promise<void>,
): Promise<Result[]> {
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
