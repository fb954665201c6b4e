import { readFileSync } from 'node:fs';
import { useDatabase } from '@voordeur/worker/testing';
import { expect, it } from 'vitest';

const database = useDatabase({ keepRows: true });

/** The table of docs/scale.md: a table's name, and its column, `reference` or `local`. */
function readDistribution(): Map<string, string> {
  const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  const rows = page.split('## Distributed Postgres')[1]?.match(/^\| `.*$/gm) ?? [];
  return new Map(
    rows.flatMap((row) => {
      const [, tables = '', by = ''] = row.split('|');
      return [...tables.matchAll(/`([a-z_]+)`/g)].map(([, table = '']) => [
        table,
        by.trim().replaceAll('`', ''),
      ]);
    }),
  );
}

it('docs/scale.md says how each table would be distributed', async () => {
  const tables = await database.query(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition order by relname`,
  );
  expect([...readDistribution().keys()].toSorted()).toEqual(tables.map(({ name }) => name));
});

it('every unique key of a distributed table has the column, which is never null', async () => {
  const distributed = [...readDistribution()].filter(([, by]) => by !== 'reference' && by !== 'local');
  expect(distributed.length).toBeGreaterThan(5);
  for (const [table, column] of distributed) {
    const keys = await database.query(
      `select array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
      from pg_index where indrelid = $1::regclass and indisunique`,
      [table],
    );
    expect(keys.length).toBeGreaterThan(0);
    for (const { columns } of keys)
      expect([table, columns]).toEqual([table, expect.arrayContaining([column])]);
    const [{ never } = {}] = await database.query(
      `select attnotnull as never from pg_attribute where attrelid = $1::regclass and attname = $2`,
      [table, column],
    );
    expect([table, never]).toEqual([table, true]);
  }
});
