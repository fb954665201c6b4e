import type { Analytics } from '@voordeur/contracts/http';
import { asProgram, createTestDatabase, makeRoles, startPostgres, startReplica } from '@voordeur/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp } from '../testing/create-test-app.js';

let primary: Awaited<ReturnType<typeof startPostgres>>;
let replica: Awaited<ReturnType<typeof startReplica>>;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let test: Awaited<ReturnType<typeof createTestApp>>;
let bearer: string;

beforeAll(async () => {
  primary = await startPostgres();
  await makeRoles(primary.url);
  database = await createTestDatabase(primary.url);
  replica = await startReplica(primary);
  const readUrl = new URL(asProgram('api', database.url));
  readUrl.port = String(replica.port);
  test = await createTestApp({
    DATABASE_URL: database.apiUrl,
    DATABASE_READ_URL: readUrl.href,
    LOG_LEVEL: 'info',
  });
  bearer = `Bearer ${await test.login()}`;
});
afterAll(async () => {
  await test.close();
  await database.drop();
  await replica.stop();
  await primary.stop();
});
afterEach(() => {
  vi.useRealTimers();
  test.log.length = 0;
});

/** How many visits the owner sees, and as of when. */
async function read(): Promise<{ visits: number; asOf: number }> {
  const answer = await test.http
    .get('/api/admin/analytics')
    .set('authorization', bearer)
    .timeout(5_000)
    .expect(200);
  const { countryStats, asOf } = answer.body as Analytics;
  return { visits: Object.values(countryStats)[0] ?? 0, asOf: Date.parse(asOf) };
}

let recorded = 0;
/** One visit more, in the primary. */
async function record(): Promise<void> {
  recorded += 1;
  await database.dataSource.query(
    `insert into values_by_month (dimension, month, key, value, views) values ('country', '2026-01-01', md5('NL')::uuid, 'NL', 1)
     on conflict (dimension, month, key) do update set views = values_by_month.views + 1`,
  );
}

const onReplica = async (sql: string): Promise<unknown[]> => {
  const url = new URL(replica.url);
  url.pathname = new URL(database.url).pathname;
  const client = new pg.Client(url.href);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
};

/** Moves only the api's clock, relative to the real time. */
function later(ms: number): void {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

const said = () =>
  test.log
    .filter((line) => line.includes('"replica"'))
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

it('reads the figures from the replica, as of what that has', async () => {
  await record();
  // Before that, its last commit may be so long ago that it counts as too far behind.
  await expect.poll(() => onReplica('select views from values_by_month')).toEqual([{ views: recorded }]);
  await expect.poll(async () => (await read()).visits).toBe(recorded);
  expect(Math.abs((await read()).asOf - Date.now())).toBeLessThan(5_000);

  const paused = Date.now();
  await onReplica('select pg_wal_replay_pause()');
  await record();
  const { visits, asOf } = await read();
  expect(visits).toBe(recorded - 1);
  expect(asOf).toBeLessThan(paused);
  await onReplica('select pg_wal_replay_resume()');
  await expect.poll(async () => (await read()).visits).toBe(recorded);
  expect(said()).toEqual([]);
});

it('too far behind: reads them from the primary, until it has caught up', async () => {
  await onReplica('select pg_wal_replay_pause()');
  await record();
  expect((await read()).visits).toBe(recorded - 1);
  later(31_000);
  const { visits, asOf } = await read();
  expect(visits).toBe(recorded);
  expect(asOf).toBeGreaterThanOrEqual(Date.now() - 5_000);
  await onReplica('select pg_wal_replay_resume()');
  await expect
    .poll(async () => (await read(), said()))
    .toEqual(['figures are read from the primary', 'figures are read from the replica again']);
});

/** Until ten seconds after `end`, though `begin` was sooner. */
async function expectPrimaryMeanwhile(
  aheadMs: number,
  end: () => void | Promise<void>,
  begin: () => void | Promise<void>,
): Promise<void> {
  later(aheadMs);
  expect((await read()).visits).toBe(recorded);
  await end();
  await record();
  expect((await read()).visits).toBe(recorded);
  expect(said()).toEqual(['figures are read from the primary']);
  await begin();
  later(aheadMs + 11_000);
  await expect
    .poll(async () => (await read(), said()))
    .toEqual(['figures are read from the primary', 'figures are read from the replica again']);
  expect((await read()).visits).toBe(recorded);
}

it('killed: reads them from the primary, and asks the replica again ten seconds later', () =>
  expectPrimaryMeanwhile(
    0,
    () => replica.kill(),
    () => replica.start(),
  ));

it('frozen: reads them from the primary within seconds, and asks the replica again ten seconds later', () =>
  // After the rest of the one before.
  expectPrimaryMeanwhile(
    11_000,
    () => {
      replica.freeze();
    },
    () => {
      replica.thaw();
    },
  ));

it.each([
  { what: 'nobody can log in to', state: 'away', portOf: () => replica.port, path: '/nothing' },
  { what: 'is the primary', state: 'no replica', portOf: () => primary.port, path: null },
])('a replica that $what is said once, and the figures come from the primary', async (one) => {
  const address = new URL(database.apiUrl);
  address.port = String(one.portOf());
  address.pathname = one.path ?? address.pathname;
  const other = await createTestApp({
    DATABASE_URL: database.apiUrl,
    DATABASE_READ_URL: address.href,
    LOG_LEVEL: 'info',
  });
  try {
    const paths = ['', '/goals?last=7d', '/edits?last=7d'].map((path) => `/api/admin/analytics${path}`);
    const token = `Bearer ${await other.login()}`;
    const answers = await Promise.all(paths.map((path) => other.http.get(path).set('authorization', token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(other.log.filter((line) => line.includes(`"replica":"${one.state}"`))).toHaveLength(1);
  } finally {
    await other.close();
  }
});
