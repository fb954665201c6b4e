import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rights, roles } from '@voordeur/contracts/db';
import { asOwner, asProgram, createTestDatabase, testServices } from '@voordeur/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

type Database = Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  // A version without roles leaves this: the superuser owns everything, and the programs have no rights in it.
  for (const role of [roles.api, roles.worker])
    await database.dataSource.query(`revoke all on all tables in schema public from ${role}`);
  await database.dataSource.query(
    `create table visits_2018_03 partition of visits
      for values from ('0161dea3-1c00-0000-0000-000000000000') to ('01627e46-0400-0000-0000-000000000000')`,
  );
  await migrate();
});
afterAll(() => database.drop());

/** The migrations as make up runs them. */
async function migrate(): Promise<void> {
  const environment = {
    DATABASE_URL: database.url,
    API_DATABASE_URL: database.apiUrl,
    WORKER_DATABASE_URL: database.workerUrl,
    MONITOR_DATABASE_URL: asRole(roles.monitor),
    REDIS_URL: 'redis://127.0.0.1:1',
  };
  const program = fileURLToPath(new URL('../dist/migrate.js', import.meta.url));
  await promisify(execFile)(process.execPath, [program], { env: environment });
}

function asRole(role: string): string {
  const url = new URL(database.url);
  [url.username, url.password] = [role, 'voordeur'];
  return url.href;
}

/** Postgres' answer to a query: `ok`, or the code of its refusal. */
async function ask(address: string, sql: string, options?: string): Promise<string> {
  const client = new pg.Client({ connectionString: address, ...(options && { options }) });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(sql);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.end();
  }
}
const asApi = (sql: string) => ask(database.apiUrl, sql);
const asWorker = (sql: string) => ask(database.workerUrl, sql);
const refused = '42501';

describe('Postgres', () => {
  it('has no superuser but the one it was made with', async () => {
    const rows = await database.dataSource.query<{ rolname: string; rolcanlogin: boolean }[]>(
      `select rolname, rolcanlogin from pg_roles where rolname like 'voordeur\\_%'
        and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) order by 1`,
    );
    expect(rows).toEqual([
      { rolname: roles.api, rolcanlogin: true },
      { rolname: roles.monitor, rolcanlogin: true },
      { rolname: roles.owner, rolcanlogin: false },
      { rolname: roles.worker, rolcanlogin: true },
    ]);
  });

  it('has all of an earlier version given to the owner of the migrations', async () => {
    const rows = await database.dataSource.query<{ owner: string }[]>(
      `select distinct relowner::regrole::text as owner from pg_class
        where relnamespace = 'public'::regnamespace
      union select datdba::regrole::text from pg_database where datname = current_database()
      union select proowner::regrole::text from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([{ owner: roles.owner }]);
  });

  it('knows for each table who may do what', async () => {
    const rows = await database.dataSource.query<{ name: string }[]>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace order by 1`,
    );
    expect(Object.keys(rights).sort()).toEqual(rows.map(({ name }) => name));
  });

  it.each([
    ['the salts of visitors', 'select salt from day_salts'],
    ['the hashes of visitors', 'select visitor from day_visitors'],
    ['a partition by its name', 'select id from visits_2018_03'],
    ['page views, to change them', `update visits set page = '/'`],
    ['figures, to change them', 'update days set people = 1'],
    ['leads, to add or delete them', 'delete from leads'],
    ['settings, to change them', `update settings set value = 'UTC'`],
    ['the schema', 'create table mine ()'],
    ['temporary tables', 'create temporary table mine ()'],
    ['the roles', `alter role ${roles.api} superuser`],
    ['the role of the owner', `set role ${roles.owner}`],
    ["the worker's functions", `select seal_visits_month('2018-03-01', 0)`],
    ['programs', `copy (select 1) to program 'cat'`],
    ['files', `copy texts from '/etc/passwd'`],
    ["the server's files", `select pg_read_file('/etc/passwd')`],
  ])('refuses the api %s', async (_, sql) => {
    expect(await asApi(sql)).toBe(refused);
  });

  it.each([
    ['sessions, to add one', `insert into admin_sessions (id, expires_at) values (gen_random_uuid(), now())`],
    ['sessions, to prolong one', 'update admin_sessions set expires_at = now()'],
    ['sessions, to end one', 'delete from admin_sessions'],
    ['sessions, to read them', 'select id from admin_sessions'],
    ['the second factor', 'select * from second_factor'],
    ['API keys', 'select * from api_keys'],
    ['shared links', 'select * from shared_links'],
    ['the texts, to change them', 'delete from texts'],
    ['the months that are sealed', 'delete from sealed_months'],
    ['a partition, to drop it', 'drop table visits_2018_03'],
    ['programs', `copy (select 1) to program 'cat'`],
    ['the role of the owner', `set role ${roles.owner}`],
    ['the schema', 'create table mine ()'],
  ])('refuses the worker %s', async (_, sql) => {
    expect(await asWorker(sql)).toBe(refused);
  });

  it('lets the worker make a month, and seal one that is old', async () => {
    const first = [
      `'2018-04-01'`,
      `'01627e46-0400-0000-0000-000000000000'`,
      `'01631876-9c00-0000-0000-000000000000'`,
    ];
    expect(await asWorker(`select make_visits_partition(${first.join(', ')})`)).toBe('ok');
    expect(await asWorker(`select seal_visits_month('2018-03-01', 0)`)).toBe('ok');
    expect(await asWorker('select remove_expired_sessions()')).toBe('ok');
  });

  it('lets the exporter see how Postgres does, and no table', async () => {
    expect(await ask(asRole(roles.monitor), 'select * from pg_stat_activity')).toBe('ok');
    expect(await ask(asRole(roles.monitor), 'select * from public.leads')).toBe(refused);
  });

  it('refuses programs to migrations too', async () => {
    const options = `-c role=${roles.owner}`;
    expect(await ask(database.url, `copy (select 1) to program 'cat'`, options)).toBe(refused);
    expect(await ask(database.url, 'create table mine ()', options)).toBe('ok');
  });
});

describe('The next start', () => {
  let meanwhile: string;

  beforeAll(async () => {
    const { dataSource } = database;
    await dataSource.query(`grant select on day_salts to ${roles.api}`);
    await dataSource.query(`revoke select on subscribers from ${roles.api}`);
    // As the version before does, which is the superuser and still runs.
    await dataSource.query(
      `create table visits_2018_05 partition of visits
        for values from ('01631876-9c00-0000-0000-000000000000') to ('0163b843-1c00-0000-0000-000000000000')`,
    );
    await dataSource.query('alter table leads owner to voordeur');
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select 1 from leads');
    const migrated = migrate();
    await vi.waitUntil(() => isWaiting('alter table leads%'), { timeout: 30_000 });
    meanwhile = await asApi('select 1 from leads');
    await runner.commitTransaction();
    await runner.release();
    await migrated;
  });

  it('lets nobody wait for long, though a transaction has a table that changes its owner', async () => {
    expect(meanwhile).toBe('ok');
    expect(await ownerOf('leads')).toBe(roles.owner);
  });

  it('takes back what was granted by hand, and gives what was revoked', async () => {
    expect(await asApi('select * from day_salts')).toBe(refused);
    expect(await asApi('select * from subscribers')).toBe('ok');
  });

  it('gives to the owner what the version before has made meanwhile', async () => {
    expect(await ownerOf('visits_2018_05')).toBe(roles.owner);
  });
});

async function ownerOf(table: string): Promise<string | undefined> {
  const [row] = await database.dataSource.query<{ owner: string }[]>(
    'select relowner::regrole::text as owner from pg_class where relname = $1',
    [table],
  );
  return row?.owner;
}

async function isWaiting(query: string): Promise<boolean> {
  let found = 0;
  await asOwner(async (owner) => {
    const { rowCount } = await owner.query(
      `select 1 from pg_stat_activity where query like $1 and wait_event_type = 'Lock'`,
      [query],
    );
    found = rowCount ?? 0;
  });
  return found > 0;
}

describe('Redis', () => {
  it.each(['api', 'worker'] as const)('refuses the %s what it does not need', async (program) => {
    const redis = new Redis(asProgram(program, testServices.redisUrl));
    onTestFinished(() => {
      redis.disconnect();
    });
    for (const [command = '', ...args] of [
      ['config', 'set', 'appendfsync', 'no'],
      ['config', 'rewrite'],
      ['flushall'],
      ['flushdb'],
      ['keys', '*'],
      ['acl', 'setuser', 'default', 'nopass'],
      ['acl', 'list'],
      ['client', 'list'],
      ['client', 'kill', 'id', '1'],
      ['monitor'],
      ['save'],
      ['shutdown'],
      ['replicaof', 'no', 'one'],
      ['module', 'list'],
      ['function', 'flush'],
      ['subscribe', 'a'],
      ['set', 'outside', 'the queues'],
    ])
      await expect(redis.call(command, ...args), command).rejects.toThrow('NOPERM');
    await expect(redis.eval(`return redis.call('keys', '*')`, 0)).rejects.toThrow("can't run this command");
  });

  it('lets the api read its settings, and the worker have the file rewritten, and neither do both', async () => {
    const [api, worker] = (['api', 'worker'] as const).map(
      (program) => new Redis(asProgram(program, testServices.redisUrl)),
    );
    onTestFinished(() => {
      api?.disconnect();
      worker?.disconnect();
    });
    expect(await api?.config('GET', 'appendfsync')).toEqual(['appendfsync', 'always']);
    await expect(worker?.config('GET', 'appendfsync')).rejects.toThrow('NOPERM');
    await expect(api?.bgrewriteaof()).rejects.toThrow('NOPERM');
    // Another test's may be under way.
    const said = await Promise.resolve(worker?.bgrewriteaof()).catch(String);
    expect(said).toMatch(/background|in progress/i);
  });

  it('asks everyone for a password', async () => {
    const url = new URL(testServices.redisUrl);
    const redis = new Redis({ host: url.hostname, port: Number(url.port), retryStrategy: () => null });
    redis.on('error', () => undefined);
    onTestFinished(() => {
      redis.disconnect();
    });
    await expect(redis.get('{a}:b')).rejects.toThrow('NOAUTH');
  });
});
