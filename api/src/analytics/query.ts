import { readFileSync } from 'node:fs';
import type { EntityManager } from 'typeorm';

/** One question of `sql/`, read from its file when the process starts. */
export function question<Row>(name: string) {
  const sql = readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8');
  return async (db: EntityManager, params: unknown[] = []): Promise<Row[]> => {
    const rows: Row[] = await db.query(sql, params);
    return rows;
  };
}
