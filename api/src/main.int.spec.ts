import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource } from '@voordeur/contracts/db';
import type { RecordVisits } from '@voordeur/contracts/jobs';
import { createTestDatabase, createTestQueues, freePort, readEvents, testServices } from '@voordeur/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJobs } from './testing/create-test-app.js';
import { openGate } from './testing/open-gate.js';
import { startProcess } from './testing/start-process.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const queues = createTestQueues();
let environment: Record<string, string>;
let origin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  environment = {
    API_PORT: String(port),
    EDGE_LOG_PORT: '0',
    DATABASE_URL: database.apiUrl,
    REDIS_URL: queues.apiRedisUrl,
    QUEUE_PREFIX: queues.prefix,
    ADMIN_SECRET_KEY: 'the-key-of-the-tests',
    JWT_SECRET: 'a-secret-of-the-tests',
  };
});
afterAll(async () => {
  await queues.clear();
  await database.drop();
});

async function started(change: Record<string, string> = {}) {
  const child = startProcess('main.js', { ...environment, ...change });
  await expect.poll(child.output, { interval: 20 }).toContain('"msg":"listening"');
  return child;
}
const visit = (page: string) =>
  fetch(`${origin}/api/visit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page }),
  });

describe('the process', () => {
  it('is ready soon, and its log holds no address, no query and no agent', async () => {
    const child = await started({ LOG_LEVEL: 'trace' });
    const headers = {
      'x-real-ip': '203.0.113.77',
      'user-agent': 'strange-agent',
      'x-request-id': 'f'.repeat(32),
    };
    const answer = await fetch(`${origin}/api/ip?email=somebody@example.org`, { headers });
    expect(await answer.json()).toEqual({ ip: '203.0.113.77' });
    expect(answer.headers.get('x-request-id')).toBe('f'.repeat(32));
    const own = await fetch(`${origin}/api/nothing?email=x`, { headers: { 'x-request-id': 'my own\tid' } });
    expect(own.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    await expect.poll(async () => (await fetch(`${origin}/api/health/ready`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await child.ended).toBe(0);
    expect(child.output()).toContain(`"route":"/api/ip","status":200`);
    expect(child.output()).not.toMatch(/203\.0\.113|somebody|strange-agent|email/);
  });

  it('answers what came in before SIGTERM, puts it into the queue, and closes idle connections', async () => {
    const child = await started();
    const agent = new Agent({ keepAlive: true });
    const idle = request(`${origin}/api/health/live`, { agent }).end();
    const [first] = (await once(idle, 'response')) as [NodeJS.ReadableStream];
    await once(first.resume(), 'end');
    const pages = Array.from({ length: 200 }, (_, n) => `/before-${n}`);
    const answers = pages.map(visit);
    await Promise.race(answers);
    const closedAt = performance.now();
    child.kill('SIGTERM');
    const settled = await Promise.allSettled(answers);
    expect(await child.ended).toBe(0);
    expect(performance.now() - closedAt).toBeLessThan(6_000);
    agent.destroy();
    const accepted = await Promise.all(
      settled.flatMap((one) =>
        one.status === 'fulfilled' && one.value.status === 202 ? [one.value.json()] : [],
      ),
    );
    expect(accepted.length).toBeGreaterThan(0);
    const jobs = readJobs({ redisUrl: queues.apiRedisUrl, queuePrefix: queues.prefix });
    const waiting = (await jobs.of('visits')).flatMap((job) => (job.data as RecordVisits).events);
    await jobs.close();
    const ids = new Set(waiting.map((event) => event.id));
    for (const { id } of accepted as { id: string }[]) expect(ids).toContain(id);
  });

  it('ends open streams at SIGTERM, and does not wait for their readers', async () => {
    const child = await started();
    const opened = await fetch(`${origin}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secretKey: environment['ADMIN_SECRET_KEY'] }),
    });
    const { token } = (await opened.json()) as { token: string };
    const answer = await fetch(`${origin}/api/admin/analytics/now`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const events = readEvents(answer);
    expect((await events.next()).value).toEqual({ count: 0, people: [] });
    const closedAt = performance.now();
    child.kill('SIGTERM');
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(await child.ended).toBe(0);
    expect(performance.now() - closedAt).toBeLessThan(4_000);
  });

  it('waits for a Postgres that is not there yet', async () => {
    const url = new URL(database.url);
    const gate = await openGate({ host: url.hostname, port: Number(url.port) });
    await gate.shut();
    url.host = `127.0.0.1:${gate.port}`;
    const child = startProcess('main.js', { ...environment, DATABASE_URL: url.href });
    await expect.poll(child.output).toContain('Unable to connect to the database');
    await gate.open();
    await expect.poll(child.output).toContain('"msg":"listening"');
    child.kill('SIGTERM');
    expect(await child.ended).toBe(0);
    await gate.shut();
  });
});

describe('the process refuses to start', () => {
  const refusal = async (change: Record<string, string>) => {
    const child = startProcess('main.js', { ...environment, ...change });
    expect(await child.ended).toBe(1);
    expect(child.output()).not.toMatch(/^\s+at /m);
    return child.output();
  };

  it('with settings missing or wrong, naming all of them and no value', async () => {
    const said = await refusal({
      JWT_SECRET: 'too short',
      REDIS_URL: '',
      TIME_ZONE: 'Mars/Olympus',
      API_PORT: 'x',
    });
    for (const name of ['JWT_SECRET', 'REDIS_URL', 'TIME_ZONE', 'API_PORT']) expect(said).toContain(name);
    expect(said).not.toMatch(/too short|Mars/);
  });

  it('with a site.config.json that is not what the schema asks for, naming the field', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'voordeur-site-'));
    const root = new URL('../../', import.meta.url);
    writeFileSync(`${dir}/site.config.schema.json`, readFileSync(new URL('site.config.schema.json', root)));
    writeFileSync(
      `${dir}/site.config.json`,
      JSON.stringify({ product: '', videos: [{ id: 'A b', title: 'x' }] }),
    );
    const said = await refusal({ SITE_CONFIG: `${dir}/site.config.json` });
    expect(said).toContain('product');
    expect(said).toContain('videos.0.id');
    writeFileSync(`${dir}/site.config.json`, '{');
    expect(await refusal({ SITE_CONFIG: `${dir}/site.config.json` })).toContain('not valid JSON');
    rmSync(dir, { recursive: true });
  });

  it('with a pending migration', async () => {
    const url = new URL(testServices.databaseUrl);
    expect(await refusal({ DATABASE_URL: url.href })).toContain('lacks migrations (CreateVerifiedDays');
  });

  it('on the days of another time zone', async () => {
    const db = await createDataSource(database.url).initialize();
    await db.query(
      `insert into settings values ('time_zone', 'Asia/Tokyo') on conflict (name) do update set value = excluded.value`,
    );
    const said = await refusal({});
    await db.query(`delete from settings where name = 'time_zone'`);
    await db.destroy();
    expect(said).toContain('Asia/Tokyo');
    expect(said).toContain('make rebuild-rollups');
  });
});

it('unlock says how many addresses it forgot', async () => {
  const db = await createDataSource(database.url).initialize();
  await db.query(`insert into login_failures (address_key) values ('\\x01'), ('\\x01'), ('\\x02')`);
  const child = startProcess('admin-session/unlock.js', environment);
  expect(await child.ended).toBe(0);
  expect(child.output()).toContain('forgotten: 2');
  expect(await db.query('select * from login_failures')).toEqual([]);
  await db.destroy();
  const lost = startProcess('admin-session/unlock.js', {
    ...environment,
    DATABASE_URL: 'postgres://voordeur@127.0.0.1:1/voordeur',
  });
  expect(await lost.ended).toBe(1);
  expect(lost.output()).toBe('Postgres does not answer at DATABASE_URL.\n');
});
