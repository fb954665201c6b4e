import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDataSource } from '@voordeur/contracts/db';
import { describe, expect, it } from 'vitest';
import { makePartitionsAhead } from './intake/partitions.js';
import { useDatabase } from './testing/hooks.js';

const database = useDatabase({ keepRows: true });

/** As `make up` and `make upgrade` do. */
const migrate = () =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('../dist/migrate.js', import.meta.url))], {
    env: { DATABASE_URL: database.ownersUrl, REDIS_URL: 'redis://127.0.0.1:1' },
  });

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
  await migrate();
  const other = await createDataSource(url, { poolSize: 1 }).initialize();
  await other.query('create table written ()');
  await other.destroy();
});

describe('while others work in its tables', () => {
  /** Takes migrations back, up to and with this one. */
  async function undoTo(wanted: string): Promise<void> {
    let name: unknown;
    do {
      const [last] = await database.query('select name from migrations order by timestamp desc limit 1');
      name = last?.['name'];
      await database.owner.undoLastMigration();
    } while (name !== wanted);
  }

  /** A transaction that holds what recording takes. */
  async function record(table: string) {
    const worker = database.owner.createQueryRunner();
    await worker.startTransaction();
    await worker.query(`lock table ${table} in row exclusive mode`);
    return worker;
  }

  const isWaited = async (table: string) =>
    (await database.query(`select from pg_locks where not granted and relation = $1::regclass`, [table]))
      .length > 0;

  it('keeps nobody in line behind it while it waits', async () => {
    await undoTo('FindPhones1764549400300');
    const first = await record('leads');
    const migrated = migrate();
    await expect.poll(() => isWaited('leads')).toBe(true);
    const second = await record('leads');
    for (const worker of [first, second]) {
      await worker.commitTransaction();
      await worker.release();
    }
    await migrated;
    expect(await tables()).toContain('leads_phone');
  });

  it('goes on where it and a worker wait for each other', async () => {
    await undoTo('EraseVisits1764548800000');
    const worker = await record('leads');
    const migrated = migrate();
    await expect.poll(() => isWaited('leads')).toBe(true);
    // Which it has locked. The one that waits for a second first is ended.
    await worker.query('lock table outbox in row exclusive mode');
    await worker.commitTransaction();
    await worker.release();
    await migrated;
    expect(await drift()).toEqual([]);
  });
});
