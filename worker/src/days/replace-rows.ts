import type { EntityManager } from 'typeorm';

/** The rows that a day has in a table, each with all of its columns but `day`. */
export interface RowsOfDay {
  table: string;
  /** The columns that tell them apart; none where a day has one. */
  keys: string[];
  rows: Record<string, unknown>[];
}

/**
 * Makes these the day's rows, and touches only those that are other than they were. Returns the keys of those that were added,
 * changed or removed.
 */
export async function replaceRows(
  tx: EntityManager,
  day: string,
  { table, keys, rows }: RowsOfDay,
): Promise<Record<string, unknown>[]> {
  const key = ['day', ...keys];
  const [first] = rows;
  if (!first) return deleteRows(tx, day, { table, key });
  const columns = Object.keys(first).filter((name) => !keys.includes(name));
  const of = (relation: string, names: string[]) => names.map((name) => `${relation}.${name}`).join(', ');
  const all = [...key, ...columns].join(', ');
  return tx.query(
    `with given as (select * from jsonb_populate_recordset(null::${table}, $1::jsonb)),
    removed as (
      delete from ${table} where day = $2
        and not exists (select from given where (${of('given', key)}) = (${of(table, key)}))
      returning ${key.join(', ')}),
    written as (
      insert into ${table} (${all}) select ${all} from given order by ${key.join(', ')}
      on conflict (${key.join(', ')}) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
      where (${of(table, columns)}) is distinct from (${of('excluded', columns)})
      returning ${key.join(', ')})
    select * from removed union all select * from written`,
    [JSON.stringify(rows.map((row) => ({ day, ...row }))), day],
  );
}

async function deleteRows(
  tx: EntityManager,
  day: string,
  { table, key }: { table: string; key: string[] },
): Promise<Record<string, unknown>[]> {
  const [rows] = await tx.query<[Record<string, unknown>[], number]>(
    `delete from ${table} where day = $1 returning ${key.join(', ')}`,
    [day],
  );
  return rows;
}
