import { createTestDatabase, createTestQueues } from '@voordeur/testing';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withPostgres } from '../local/with-postgres.js';
import { endAccess } from './restore-into.js';
import { compareSums, listTables, sumTables } from './table-sums.js';
import { insertJobs, readQueuedJobs, readSpilledJobs } from './waiting-jobs.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const { prefix, redisUrl, clear } = createTestQueues();
const connection = { url: redisUrl };
const signups = new Queue('signups', { connection, prefix });
const visits = new Queue('visits', { connection, prefix });
const maintenance = new Queue('maintenance', { connection, prefix });
const queues = [signups, visits, maintenance];
const idOf = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;

beforeAll(async () => {
  database = await createTestDatabase();
  await signups.waitUntilReady();
});
beforeEach(async () => {
  await database.dataSource.query('truncate outbox, suppressions cascade');
  for (const queue of queues) await queue.obliterate({ force: true });
});
afterAll(async () => {
  for (const queue of queues) await queue.close();
  await clear();
  await database.drop();
});

it('finds a job in every state, and none that is done', async () => {
  await visits.add('record-visits', { events: [1] }, { jobId: idOf(1) });
  await visits.add('record-visits', { events: [2] }, { jobId: idOf(2), delay: 600_000 });
  await signups.add('question', { email: 'a@example.org' }, { jobId: idOf(3) });
  await signups.add('question', { email: 'b@example.org' }, { jobId: idOf(4) });
  const worker = new Worker('signups', null, { connection, prefix });
  const active = await worker.getNextJob('token');
  const done = await worker.getNextJob('other token');
  await done.moveToCompleted(null, 'other token', false);
  await done.remove();
  await worker.close();

  const found = await readQueuedJobs(redisUrl, prefix);
  expect(found.map(({ id, queue, payload }) => [id, queue, payload]).sort()).toEqual([
    [idOf(1), 'visits', { events: [1] }],
    [idOf(2), 'visits', { events: [2] }],
    [active.id, 'signups', active.data],
  ]);
});

it("finds no job that isn't somebody's event", async () => {
  await maintenance.add('seal-month', {}, { jobId: idOf(1) });
  for (const jobId of ['nightly', `again-${idOf(2)}`, `${idOf(2)}-again`, idOf(2).replaceAll('-', '')])
    await visits.add('record-visits', { events: [] }, { jobId });
  // A job that is done between the look for keys and that into this one leaves nothing there, or not all.
  const redis = new Redis(redisUrl);
  await redis.hset(`${prefix}:visits:${idOf(3)}`, 'ats', '1');
  await redis.hset(`${prefix}:visits:${idOf(4)}`, 'name', 'record-visits');
  redis.disconnect();
  expect(await readQueuedJobs(redisUrl, prefix)).toEqual([]);
});

it('leaves no connection to Redis behind, and fails where there is no Redis', async () => {
  const redis = new Redis(redisUrl);
  // A user of its own tells its connections from those of other tests.
  const url = new URL(redisUrl);
  url.username = `reader-${process.pid}`;
  await redis.call('acl', 'setuser', url.username, 'on', `>${url.password}`, '~*', '+@all');
  const connections = async () =>
    String(await redis.call('client', 'list'))
      .split('\n')
      .filter((line) => line.includes(` user=${url.username} `));
  const other = new Redis(url.href);
  await other.ping();
  expect(await connections()).toHaveLength(1);
  other.disconnect();
  expect(await readQueuedJobs(url.href, prefix)).toEqual([]);
  await expect.poll(connections).toEqual([]);
  await redis.call('acl', 'deluser', url.username);
  redis.disconnect();
  await expect(readQueuedJobs('redis://127.0.0.1:1', prefix)).rejects.toThrow();
});

it('puts each job into the outbox once, without what Postgres does not take', async () => {
  const job = { id: idOf(5), queue: 'visits', name: 'record-visits', payload: { page: '/a\0b\ud800' } };
  await withPostgres(database.url, async (db) => {
    await insertJobs(db, [job, job]);
    await insertJobs(db, [job]);
    await db.query(`insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
      values ('${idOf(9)}', 'webhook', 'question', 'lead.question', '${idOf(9)}', '{}', now(), now())`);
    expect(await readSpilledJobs(db)).toEqual([{ ...job, payload: { page: '/ab\ufffd' } }]);
  });
});

it('lets nobody into a restored database by what has been revoked since', async () => {
  await withPostgres(database.url, async (db) => {
    const end = `now() + interval '1 day'`;
    await db.query(`insert into admin_sessions (id, expires_at) values ('${idOf(6)}', ${end})`);
    await db.query(`insert into api_keys (id, name, token_hash) values ('${idOf(7)}', 'Monday sheet', 'a')`);
    await db.query(`insert into shared_links (id, name, token_hash, expires_at, query)
      values ('${idOf(8)}', 'For Anna', 'a', ${end}, '?last=7d')`);
    await endAccess(db);
    const { rows } = await db.query(
      `select id from admin_sessions union all select id from api_keys union all select id from shared_links`,
    );
    expect(rows).toEqual([]);
  });
});

it('notices any one row that has changed, whichever it is', async () => {
  await withPostgres(database.url, async (db) => {
    await db.query(`insert into suppressions
      select n || '@example.org', md5(n::text)::uuid, '2026-01-01' from generate_series(1, 10) as n`);
    const expected = await sumTables(db, ['suppressions']);
    // The same rows in another order.
    await db.query(`update suppressions set email = email where email like '1%'`);
    expect(compareSums(expected, await sumTables(db, ['suppressions']))).toEqual([]);
    for (let n = 1; n <= 10; n += 1) {
      await db.query('begin');
      await db.query(`update suppressions set email = 'x' || email where email = '${n}@example.org'`);
      expect(compareSums(expected, await sumTables(db, ['suppressions']))).toHaveLength(1);
      await db.query('rollback');
    }
  });
});

it('sums the same rows alike in every session', async () => {
  const ofSession = (sql: string) =>
    withPostgres(database.url, async (db) => {
      await db.query(sql);
      return sumTables(db, ['of_each_type']);
    });
  const filled = `create table of_each_type (at timestamptz, long interval, bytes bytea, score float8);
    insert into of_each_type values ('2026-03-04T05:06:07Z', '-1 day 2 hours', '\\x01ff', 0.1::float8 + 0.2)`;
  const usual = await ofSession(filled);
  const other = await ofSession(`set timezone = 'Asia/Kathmandu'; set datestyle = 'German';
    set intervalstyle = 'iso_8601'; set bytea_output = 'escape'; set extra_float_digits = -3`);
  await database.dataSource.query('drop table of_each_type');
  expect(usual['of_each_type']?.rows).toBe(1);
  expect(other).toEqual(usual);
});

it('lists a table after those that it refers to, which may be itself', async () => {
  await withPostgres(database.url, async (db) => {
    const before = await listTables(db);
    expect(before.indexOf('outbox')).toBeLessThan(before.indexOf('outbox_attempts'));
    await db.query('begin');
    await db.query('create table a_reply (id int primary key, answers int references a_reply)');
    expect((await listTables(db)).filter((table) => !before.includes(table))).toEqual(['a_reply']);
    await db.query('rollback');
  });
});
