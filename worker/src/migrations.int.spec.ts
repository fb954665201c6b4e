import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDataSource, laterMigrations, migrationNames } from '@voordeur/contracts/db';
import { describe, expect, it } from 'vitest';
import { makePartitionsAhead } from './intake/partitions.js';
import { useDatabase } from './testing/hooks.js';

const database = useDatabase({ keepRows: true });

/** As `make up` and `make upgrade` do. */
const migrate = () =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('../dist/migrate.js', import.meta.url))], {
    env: { DATABASE_URL: database.ownersUrl, REDIS_URL: 'redis://127.0.0.1:1' },
  });

/** The statements TypeORM would run to make the tables match the entities. */
async function drift(): Promise<string[]> {
  const { upQueries } = await database.owner.driver.createSchemaBuilder().log();
  // Checks exist in the migrations alone, not in the entities.
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

it('each after the first goes down and up again', async () => {
  const before = await tables();
  await undoTo(migrationNames()[1] ?? '');
  expect(await tables()).not.toEqual(before);
  await database.owner.runMigrations();
  expect(await tables()).toEqual(before);
});

describe('the first', () => {
  /** The migrations that it replaced, as a database of commit 53fe24f8 has them; the last one's name is its own. */
  const replaced = Array.from({ length: 39 }, (_, index) => `Replaced${1764547200000 + index}`);

  it('is not run where those that it replaced are done', async () => {
    await undoTo(migrationNames()[1] ?? '');
    await database.query(
      `insert into migrations (timestamp, name) select right(name, 13)::bigint, name from unnest($1::text[]) as name`,
      [replaced],
    );
    const { stdout } = await migrate();
    expect(stdout.split('\n').filter(Boolean)).toEqual(
      migrationNames()
        .slice(1)
        .map((name) => `migrated ${name}`),
    );
    expect(await drift()).toEqual([]);
    const done = await database.query('select name from migrations');
    expect(laterMigrations(done.map(({ name }) => String(name)))).toEqual([]);
    await database.query('delete from migrations where name = any ($1)', [replaced]);
  });

  it('refuses a database that has only some of them', async () => {
    await database.query(`update migrations set name = 'Some' || name`);
    await expect(migrate()).rejects.toThrow(/upgrade to commit 53fe24f8 first/);
    await database.query(`update migrations set name = substr(name, 5)`);
  });
});

it('a database that an ended make upgrade POSTGRES=1 has left read-only is writable again', async () => {
  const { owner: dataSource, ownersUrl: url } = database;
  await dataSource.query(
    `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
  );
  await migrate();
  const other = await createDataSource(url, { poolSize: 1 }).initialize();
  await other.query('create table written ()');
  await other.destroy();
});

/** Takes migrations back, up to and with this one. */
async function undoTo(wanted: string): Promise<void> {
  let name: unknown;
  do {
    const [last] = await database.query('select name from migrations order by timestamp desc limit 1');
    name = last?.['name'];
    await database.owner.undoLastMigration();
  } while (name !== wanted);
}

it('rows about one mailbox become one, and an opt-out under any spelling stays', async () => {
  await undoTo('KeyEmails1764550100000');
  const add = (email: string, state: string) =>
    database.query(
      `insert into subscribers (email, id, state, language, lead_id, requested_at, confirmed_at, unsubscribed_at)
      values ($1, gen_random_uuid(), $2, 'NL', gen_random_uuid(), '2026-03-01', case when $2 = 'confirmed' then timestamptz '2026-03-02' end,
        case when $2 = 'unsubscribed' then timestamptz '2026-03-03' end)`,
      [email, state],
    );
  await add('out@example.org', 'confirmed');
  await add('out@example.org,', 'unsubscribed');
  await add('in@xn--bcher-kva.example', 'pending');
  await add('in@bücher.example', 'confirmed');
  await add('gone@example.org', 'confirmed');
  await add('other@example.org', 'confirmed');
  await database.query(
    `insert into suppressions values ('<gone@example.org>', gen_random_uuid(), '2026-03-04'),
      ('twice@example.org', gen_random_uuid(), '2026-03-04'), ('mailto:twice@example.org', gen_random_uuid(), '2026-03-05')`,
  );
  await database.query(
    `insert into consents (lead_id, email, language, given_at, confirmed_at, confirmed_by)
    values (gen_random_uuid(), 'out@example.org', 'NL', '2026-03-01', '2026-03-02', 'mail')`,
  );
  await database.query(
    `insert into bounces values ('twice@example.org', '2026-03-04', '5.1.1'), ('twice@example.org.', '2026-03-05', '5.1.2')`,
  );
  await database.query(
    `insert into leads (id, kind, email, client_timestamp, received_at)
    select gen_random_uuid(), 'question', email, '', now()
    from unnest(array['Jan@Example.org', 'İ@example.org', ' Jan@BÜCHER.example', 'call me']) as email`,
  );
  await migrate();
  expect(await database.query('select email, state from subscribers order by email')).toEqual([
    { email: 'gone@example.org', state: 'unsubscribed' },
    { email: 'in@xn--bcher-kva.example', state: 'confirmed' },
    { email: 'other@example.org', state: 'confirmed' },
    { email: 'out@example.org', state: 'unsubscribed' },
  ]);
  expect(await database.query('select email from suppressions order by email')).toEqual([
    { email: 'gone@example.org' },
    { email: 'twice@example.org' },
  ]);
  expect(await database.query('select email, withdrawn_at is not null as ended from consents')).toEqual([
    { email: 'out@example.org', ended: true },
  ]);
  expect(await database.query('select email, status from bounces')).toEqual([
    { email: 'twice@example.org', status: '5.1.2' },
  ]);
  expect(await database.query('select email, email_key from leads order by email')).toEqual(
    expect.arrayContaining([
      { email: ' Jan@BÜCHER.example', email_key: 'jan@xn--bcher-kva.example' },
      { email: 'İ@example.org', email_key: 'i\u0307@example.org' },
      { email: 'Jan@Example.org', email_key: 'jan@example.org' },
      { email: 'call me', email_key: 'call me' },
    ]),
  );
  await database.query('truncate leads, lead_replies, subscribers, suppressions, consents, bounces');
});

describe('while others work in its tables', () => {
  /** A transaction with the locks of recording. */
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
    await undoTo('FindMailboxes1764551000000');
    const first = await record('leads');
    const migrated = migrate();
    await expect.poll(() => isWaited('leads')).toBe(true);
    const second = await record('leads');
    for (const worker of [first, second]) {
      await worker.commitTransaction();
      await worker.release();
    }
    await migrated;
    expect(await tables()).toContain('leads_mailbox');
  });

  it('goes on where it and a worker wait for each other', async () => {
    await undoTo('KeyEmails1764550100000');
    const worker = await record('leads');
    const migrated = migrate();
    await expect.poll(() => isWaited('leads')).toBe(true);
    // The migration holds this lock. Whichever of the two has waited for a second first is cancelled.
    await worker.query('lock table outbox in row exclusive mode');
    await worker.commitTransaction();
    await worker.release();
    await migrated;
    expect(await drift()).toEqual([]);
  });
});

it('figures that were added up are there before their days are made', async () => {
  await undoTo('DeriveDays1764551200000');
  const { query } = database;
  await query(`insert into visits_by_hour values ('2026-03-10 09:00', 2, 0), ('2026-03-10 23:00', 1, 4)`);
  await query(`insert into visits_by_day values ('2026-03-09', 0, 0), ('2026-03-10', 3, 4)`);
  await query(`insert into visitors_by_day values ('2026-03-10', 2)`);
  await query(`insert into visits_by_day_campaign values ('2026-03-10', 'news', '', 'spring', 1)`);
  await query(
    `insert into visits_by_day_page select day, md5('/nl')::uuid, '/nl', 3, '2026-03-10T09:30:00Z'
    from unnest(array['2026-03-09', '2026-03-10']::date[]) as day`,
  );
  await query(`insert into video_views_by_day (day, video_id, video_title, views, watched_seconds)
    values ('2026-03-10', 'intro', 'Hello', 3, 5)`);
  await query(
    `insert into video_views_by_day_second values ('2026-03-10', 'intro', 1, 2), ('2026-03-10', 'intro', 3, 1)`,
  );
  await query(`insert into viewers_by_day values ('2026-03-10', 'intro', 2)`);
  await migrate();
  const hours = Array.from({ length: 24 }, (_, hour) => ({ 9: 2, 23: 1 })[hour] ?? 0);
  expect(await query('select day::text, people, people_by_hour, bots, visitors from days')).toEqual([
    { day: '2026-03-10', people: 3, people_by_hour: hours, bots: 4, visitors: 2 },
  ]);
  const months = await query(
    `select dimension, month::text, value, views, key = md5(value)::uuid as "isKey" from values_by_month order by 1`,
  );
  expect(months).toEqual([
    { dimension: 'campaign', month: '2026-03-01', value: 'news\n\nspring', views: 1, isKey: true },
    { dimension: 'page', month: '2026-03-01', value: '/nl', views: 6, isKey: true },
  ]);
  expect(await query('select video_id, views, viewers, views_by_second from videos_by_day')).toEqual([
    { video_id: 'intro', views: 3, viewers: 2, views_by_second: [0, 2, 0, 1] },
  ]);
  expect(await query('select day::text from changed_days order by day')).toEqual([
    { day: '2026-03-09' },
    { day: '2026-03-10' },
  ]);
});
