import { claimLead, type LeadClaims } from '@voordeur/server';
import { createTestQueues } from '@voordeur/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Destination } from './destination.js';
import { Outbox } from './outbox.js';
import { sendDue } from '../testing/send-due.js';
import { jobDestinations } from './job-destination.js';
import { useDatabase } from '../testing/hooks.js';

const database = useDatabase();
const test = createTestQueues();
const queue = new Queue('signups', { connection: { url: test.workerRedisUrl }, prefix: test.prefix });
const redis = new Redis(test.workerRedisUrl);
let destinations: Destination[];

/** In a process of its own, once Redis is there. */
async function connect(redisUrl = test.workerRedisUrl, redisWaitReplicas = 0) {
  const settings = { redisUrl, queuePrefix: test.prefix, redisWaitReplicas };
  const given = jobDestinations(database.dataSource, settings);
  if (redisUrl === test.workerRedisUrl)
    await vi.waitUntil(() => given.every(({ isReady }) => isReady?.()), { timeout: 30_000 });
  return given;
}
const disconnect = (given: Destination[]) => {
  for (const { close } of given) close?.();
};

beforeAll(async () => {
  destinations = await connect();
});
afterAll(async () => {
  disconnect(destinations);
  await queue.close();
  redis.disconnect();
  await test.clear();
});
beforeEach(() => queue.obliterate({ force: true }));

const insert = `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
  values ($1, 'job', $2, 'question', $1, $3, now(), now())`;

async function spill(count: number, queueName = 'signups'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  for (const id of ids) {
    await database.dataSource.query(insert, [id, queueName, JSON.stringify({ id, idea: 'é\u0001' })]);
  }
  return ids;
}
const send = (given = destinations) => sendDue(database.dataSource, given);
const left = () => database.dataSource.query<{ id: string }[]>('select id from outbox');

it('puts each job into its queue under its own id, and forgets it', async () => {
  const ids = await spill(3);
  expect([...(await send()).values()]).toEqual([null, null, null]);
  const jobs = await queue.getJobs(['waiting']);
  expect(jobs.map((job) => job.id).sort()).toEqual(ids.sort());
  expect(jobs[0]).toMatchObject({ name: 'question', data: { id: jobs[0]?.id, idea: 'é\u0001' } });
  expect(await left()).toEqual([]);
});

it('keeps a row until enough replicas have its job', async () => {
  const [id] = await spill(1);
  const waiting = await connect(test.workerRedisUrl, 1);
  await send(waiting);
  expect(await left()).toEqual([{ id }]);
  disconnect(waiting);
  await database.dataSource.query('update outbox set due_at = now()');
  await send();
  expect(await left()).toEqual([]);
  expect(await queue.getWaitingCount()).toBe(1);
});

it.each(['visits', 'video-views', 'goals', 'unsubscribes'])('knows the queue %s too', async (name) => {
  const [id] = await spill(1, name);
  await send();
  const other = new Queue(name, { connection: redis, prefix: test.prefix });
  expect((await other.getJobs(['waiting'])).map((job) => job.id)).toEqual([id]);
  await other.close();
  expect(await left()).toEqual([]);
});

it('adds each once however many workers there are', async () => {
  await spill(150);
  const workers = await Promise.all(Array.from({ length: 6 }, () => connect()));
  const outboxes = workers.map(
    (given) => new Outbox(database.dataSource, { databaseUrl: database.url }, given),
  );
  for (const outbox of outboxes) outbox.onApplicationBootstrap();
  await expect.poll(left).toEqual([]);
  expect(await queue.getWaitingCount()).toBe(150);
  await Promise.all(outboxes.map((outbox) => outbox.beforeApplicationShutdown()));
});

it('keeps the rows while Redis is away, and adds them once afterwards', async () => {
  await spill(2);
  const away = await connect('redis://127.0.0.1:1');
  expect(away.some(({ isReady }) => isReady?.())).toBe(false);
  const outbox = new Outbox(database.dataSource, { databaseUrl: database.url }, away);
  outbox.onApplicationBootstrap();
  await outbox.beforeApplicationShutdown();
  const attempts = () => database.dataSource.query<object[]>('select attempts, state from outbox');
  expect(await attempts()).toEqual(Array(2).fill({ attempts: 0, state: 'waiting' }));
  // It went away after the look.
  expect([...(await send(away)).values()]).toEqual(['waiting', 'waiting']);
  expect(await attempts()).toEqual(Array(2).fill({ attempts: 1, state: 'waiting' }));
  // A worker that died between adding and forgetting leaves the job in the queue and the row here.
  const [first] = await left();
  await queue.add('question', {}, { jobId: first?.id ?? '' });
  await database.dataSource.query('update outbox set due_at = now()');
  await send();
  expect(await queue.getWaitingCount()).toBe(2);
  expect(await left()).toEqual([]);
});

it('leaves what is for a queue that it does not know', async () => {
  await spill(1, 'another');
  await send();
  expect(await left()).toHaveLength(1);
});

describe('equal leads', () => {
  const equal = { content: 'c', body: 'b' };
  async function spillLead(leadClaims: LeadClaims, id = uuidv7()): Promise<string> {
    await database.dataSource.query(insert, [id, 'signups', JSON.stringify({ id, claims: leadClaims })]);
    return id;
  }
  const queued = async () => (await queue.getJobs(['waiting'])).map((job) => [job.id, job.data as unknown]);
  beforeEach(() => test.clear());

  it('that were both spilled become one job, of the first', async () => {
    const first = await spillLead(equal);
    await spillLead(equal);
    await send();
    expect(await queued()).toEqual([[first, { id: first }]]);
  });

  it('become one job, of the first, though the second is sent before it', async () => {
    const first = await spillLead(equal);
    const second = await spillLead(equal);
    await database.dataSource.query(`update outbox set due_at = due_at + interval '1 minute' where id = $1`, [
      first,
    ]);
    await send();
    expect(await left()).toEqual([{ id: first }]);
    expect(await queued()).toMatchObject([[first, { id: first }]]);
    await database.dataSource.query('update outbox set due_at = now()');
    await send();
    expect(await queued()).toEqual([[first, { id: first }]]);
    expect(second).not.toBe(first);
  });

  it('keep the id of the one that came while Redis was still there', async () => {
    const first = uuidv7();
    expect(await claimLead(redis, test.prefix, equal, first)).toBe(first);
    await queue.add('question', { id: first }, { jobId: first });
    await spillLead(equal);
    await send();
    expect(await queued()).toEqual([[first, { id: first }]]);
  });

  it('keep their own id where the claim before came to nothing, for that one was never answered', async () => {
    const keyed = { ...equal, key: 'k' };
    await claimLead(redis, test.prefix, keyed, uuidv7());
    const spilled = await spillLead(keyed);
    await send();
    expect(await queued()).toEqual([[spilled, { id: spilled }]]);
    expect(await claimLead(redis, test.prefix, keyed, uuidv7())).toBe(spilled);
  });

  it('are two where the key came with another body, for both were accepted', async () => {
    const first = await spillLead({ ...equal, key: 'k' });
    const second = await spillLead({ content: 'd', body: 'd', key: 'k' });
    await send();
    expect((await queued()).sort()).toEqual([
      [first, { id: first }],
      [second, { id: second }],
    ]);
  });
});

it('hands no more over while many wait in the queue', async () => {
  const signups = destinations.find(({ name }) => name === 'signups');
  const jobs = Array.from({ length: 200 }, () => ({ name: 'question', data: {} }));
  await queue.addBulk(jobs);
  await vi.waitUntil(() => signups?.isReady?.() === false, { timeout: 30_000 });
  expect(destinations.filter(({ isReady }) => isReady?.())).toHaveLength(destinations.length - 1);
  await queue.drain();
  await vi.waitUntil(() => signups?.isReady?.(), { timeout: 30_000 });
});
