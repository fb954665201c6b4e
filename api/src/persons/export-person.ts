import { personalData } from '@voordeur/contracts/db';
import type { DataSource } from 'typeorm';

/** Every row about an address, by table; tables without one are left out. Only reads. */
export async function exportPerson(db: DataSource, email: string): Promise<Record<string, unknown[]>> {
  return db.transaction('REPEATABLE READ', async (snapshot) => {
    const found: Record<string, unknown[]> = {};
    for (const { table, where, belongsToOther } of personalData) {
      if (belongsToOther) continue;
      const rows: { row: unknown }[] = await snapshot.query(
        `select to_jsonb(held) as row from ${table} as held where ${where}`,
        [email],
      );
      if (rows.length > 0) found[table] = rows.map(({ row }) => row);
    }
    return found;
  });
}
