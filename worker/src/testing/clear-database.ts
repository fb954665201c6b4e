import type { DataSource } from 'typeorm';

/** Empties every table but the migrations' own; partitions stay. */
export async function clearDatabase(db: DataSource): Promise<void> {
  const tables: { name: string }[] = await db.query(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition and relname <> 'migrations'`,
  );
  await db.query(`truncate ${tables.map((table) => table.name).join(', ')}`);
}
