import pg from 'pg';

interface TableSum {
  rows: number;
  /** A sum over all rows in any order: two tables with the same rows have the same, on every version of Postgres. */
  checksum: string;
}

export type TableSums = Record<string, TableSum>;

/** So that a row reads the same in every session. */
export const sameText = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1`;

/** Every table, a partitioned one with its partitions; those that others refer to come before them. */
export async function listTables(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `with recursive reference as (
        select conrelid, confrelid from pg_constraint where contype = 'f' and conrelid <> confrelid),
      -- A circle would never end.
      depth (id, level) as (
        select oid, 0 from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        union select conrelid, level + 1 from depth join reference on confrelid = id where level < 20)
      select relname as name from depth join pg_class on oid = id
      where not relispartition group by relname order by max(level), relname`,
  );
  return rows.map(({ name }) => name);
}

const notExported = new Set([
  // They belong to this installation alone: its schema, who is logged in or was, who else may read figures, who is locked out, its last
  // backup, what logging in takes.
  'migrations',
  'admin_sessions',
  'api_keys',
  'shared_links',
  'login_failures',
  'wrong_codes',
  'backup_state',
  'admin_key',
  'second_factor',
  'security_events',
  // Tables of the version before, and notes for a running worker.
  'packed_sessions',
  'verified_days',
  'changed_days',
  // A secret, thrown away two days later, and what means nothing without it.
  'day_salts',
  'erased_visitors',
]);

/** The tables that an export has. */
export async function listExportedTables(db: pg.Client): Promise<string[]> {
  return (await listTables(db)).filter((table) => !notExported.has(table));
}

/** Rows and checksums of these tables, in the caller's transaction where there is one. */
export async function sumTables(db: pg.Client, tables: string[]): Promise<TableSums> {
  await db.query(sameText);
  const sums: TableSums = {};
  for (const table of tables) {
    const { rows } = await db.query<{ rows: string; checksum: string }>(
      `select count(*) as rows,
        coalesce(sum(('x' || left(md5(one_row::text), 16))::bit(64)::bigint::numeric), 0)::text as checksum
      from ${pg.escapeIdentifier(table)} as one_row`,
    );
    sums[table] = { rows: Number(rows[0]?.rows), checksum: rows[0]?.checksum ?? '' };
  }
  return sums;
}

/** The tables that differ, in words; none when all rows are there and equal. */
export function compareSums(expected: TableSums, found: TableSums): string[] {
  return Object.entries(expected).flatMap(([table, { rows, checksum }]) => {
    const other = found[table];
    if (!other) return [`${table} is missing`];
    if (other.rows !== rows) return [`${table} has ${other.rows} rows, not ${rows}`];
    return other.checksum === checksum ? [] : [`${table} has ${rows} rows, but not the same ones`];
  });
}
