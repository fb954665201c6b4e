import { errorCodes } from '@voordeur/contracts/http';
import { isPostgresAway } from '@voordeur/server';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, testKey } from '../testing/create-test-app.js';
import { openGate } from '../testing/open-gate.js';

let test: Awaited<ReturnType<typeof createTestApp>>;
let gate: Awaited<ReturnType<typeof openGate>>;
let bearer: string;

beforeAll(async () => {
  test = await createTestApp({ LOG_LEVEL: 'warn' }, async (url) => {
    gate = await openGate({ host: url.hostname, port: Number(url.port) });
    url.hostname = '127.0.0.1';
    url.port = String(gate.port);
  });
  bearer = `Bearer ${await test.login()}`;
});
afterAll(async () => {
  await test.close();
  await gate.shut();
});

const session = () => test.http.get('/api/admin/session').set('authorization', bearer);
const ready = () => test.http.get('/api/health/ready');
const visit = () => test.http.post('/api/visit').send({ page: '/' });

it('shut: what needs Postgres answers 503, visits are taken, and all is well again afterwards', async () => {
  await session().expect(200);
  await gate.shut();
  expect((await session().expect(503)).body).toMatchObject({ code: 'unavailable' });
  await test.http.post('/api/admin/login').send({ secretKey: testKey }).expect(503);
  for (let n = 0; n < 3; n += 1) {
    expect((await ready().expect(503)).body).toEqual({
      error: errorCodes.unavailable.sentence,
      code: 'unavailable',
    });
  }
  const reasons = test.log.filter((line) => line.includes('not ready'));
  expect(reasons).toHaveLength(1);
  expect(reasons[0]).toContain('"reason":"postgres: away"');
  await test.http.get('/api/health/live').expect(200);
  await visit().expect(202);
  await gate.open();
  await expect.poll(async () => (await ready()).status).toBe(200);
  await session().expect(200);
});

it('shut within a transaction: the next query counts as one to try later', async () => {
  const db = test.app.get(DataSource);
  const asking = db.transaction(async (tx) => {
    await tx.query('select');
    await gate.shut();
    await expect.poll(() => tx.queryRunner?.isReleased).toBe(true);
    await tx.createQueryBuilder().select('1').from('leads', 'leads').getRawMany();
  });
  await expect(asking).rejects.toSatisfy(isPostgresAway);
  await gate.open();
});

it('frozen: it is not ready, and says so soon', async () => {
  gate.freeze();
  // The last result is cached for a second.
  await expect.poll(async () => (await ready()).status, { timeout: 3_000 }).toBe(503);
  await visit().expect(202);
  gate.thaw();
  await gate.shut();
  await gate.open();
  await expect.poll(async () => (await ready()).status).toBe(200);
});

it('read-only, while it is upgraded: it answers and takes visits and leads, and a change of the owner has to wait', async () => {
  const database = new URL(test.database.url).pathname.slice(1);
  // As make upgrade POSTGRES=1 does it.
  const setReadOnly = async (sql: string) => {
    const owner = new pg.Client({
      connectionString: test.database.url,
      options: '-c default_transaction_read_only=off',
    });
    await owner.connect();
    await owner.query(sql);
    await owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [database],
    );
    await owner.end();
  };
  await setReadOnly(`alter database ${database} set default_transaction_read_only = on`);
  // Its connections were just ended under it, and a call may still be given one of those.
  await expect.poll(async () => (await session()).status).toBe(200);
  await expect.poll(async () => (await ready()).status).toBe(200);
  const login = () => test.http.post('/api/admin/login').send({ secretKey: testKey });
  expect((await login().expect(503)).body).toMatchObject({ code: 'unavailable' });
  await visit().expect(202);
  await setReadOnly(`alter database ${database} reset default_transaction_read_only`);
  await expect.poll(async () => (await login()).status).toBe(200);
});
