import type { DataSource } from 'typeorm';

/** Empties every table but the migrations' own; partitions stay. */
export async function clearDatabase(db: DataSource): Promise<void> {
  await db.query(await readClearSql(db));
}

/** The SQL that empties every table but the migrations' own and those that are kept: a tenth of the time of `truncate`. */
export async function readClearSql(db: DataSource, ...kept: string[]): Promise<string> {
  const tables = await db.query<{ name: string }[]>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition and relname <> all($1)`,
    [['migrations', ...kept]],
  );
  return tables.map(({ name }) => `delete from ${name}`).join(';');
}
