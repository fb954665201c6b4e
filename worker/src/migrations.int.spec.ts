import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createDataSource } from '@voordeur/contracts/db';
import { expect, it } from 'vitest';
import { makePartitionsAhead } from './intake/partitions.js';
import { useDatabase } from './testing/hooks.js';

const database = useDatabase({ keepRows: true });

/** What TypeORM would change to make the tables what the entities say. */
async function drift(): Promise<string[]> {
  const { upQueries } = await database.owner.driver.createSchemaBuilder().log();
  // Checks stand in the migrations alone, beside the columns that they are about.
  return upQueries
    .map(({ query }) => query)
    .filter((query) => !/DROP CONSTRAINT .*(check|state|status|kind)/.test(query));
}

async function tables(): Promise<string[]> {
  const rows = await database.owner.query<{ name: string }[]>(
    `select relname as name from pg_class where relkind in ('r', 'p', 'i', 'I') and relnamespace = 'public'::regnamespace
    order by 1`,
  );
  return rows.map(({ name }) => name);
}

it('the migrations make what the entities say, partitions apart', async () => {
  await makePartitionsAhead(database.owner, new Date());
  expect(await drift()).toEqual([]);
});

it('each goes down and up again', async () => {
  const { owner: dataSource } = database;
  const before = (await tables()).filter((name) => !/_\d{4}_\d\d/.test(name));
  for (let left = dataSource.migrations.length; left > 0; left -= 1) await dataSource.undoLastMigration();
  expect((await tables()).filter((name) => !/migrations|^PK_/.test(name))).toEqual([]);
  await dataSource.runMigrations();
  expect(await tables()).toEqual(before);
});

it('a database that an ended make upgrade-postgres has left read-only is writable again', async () => {
  const { owner: dataSource, ownersUrl: url } = database;
  await dataSource.query(
    `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
  );
  execFileSync(process.execPath, [fileURLToPath(new URL('../dist/migrate.js', import.meta.url))], {
    env: { DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1' },
  });
  const other = await createDataSource(url, { poolSize: 1 }).initialize();
  await other.query('create table written ()');
  await other.destroy();
});
