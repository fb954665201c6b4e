import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useDatabase } from '@voordeur/worker/testing';

const database = useDatabase({ keepRows: true });

it('docs/privacy.md says of every table what it holds, and names none that is gone', async () => {
  const page = readFileSync(new URL('../../../docs/privacy.md', import.meta.url), 'utf8');
  const [, held = ''] = page.split('## What is held');
  const rows = held.split('\n## ')[0]?.match(/^\| `[^|]*/gm) ?? [];
  const named = rows.flatMap((row) => [...row.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  const tables = await database.query(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition`,
  );
  expect(named.sort()).toEqual(tables.map(({ name }) => name).sort());
});
