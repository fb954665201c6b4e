import { claimLead, type LeadClaims } from '@voordeur/contracts/jobs';
import { createTestDatabase, createTestQueues } from '@voordeur/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearDatabase } from '../testing/clear-database.js';
import { feedSpilledJobs } from './feed-spilled-jobs.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const test = createTestQueues();
const queue = new Queue('signups', { connection: { url: test.redisUrl }, prefix: test.prefix });
const redis = new Redis(test.redisUrl);
const claims = { redis, prefix: test.prefix };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await queue.close();
  redis.disconnect();
  await test.clear();
  await database.drop();
});
beforeEach(async () => {
  await clearDatabase(database.dataSource);
  await queue.obliterate({ force: true });
});

async function spill(count: number, queueName = 'signups'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  for (const id of ids) {
    await database.dataSource.query(
      'insert into spilled_jobs (id, queue, name, payload) values ($1, $2, $3, $4)',
      [id, queueName, 'question', JSON.stringify({ id, idea: 'é\u0001' })],
    );
  }
  return ids;
}
const feed = (queues = new Map([['signups', queue]])) => feedSpilledJobs(database.dataSource, queues, claims);
const left = () => database.dataSource.query<{ id: string }[]>('select id from spilled_jobs');

it('puts each job into its queue under its own id, and forgets it', async () => {
  const ids = await spill(3);
  expect(await feed()).toBe(3);
  const jobs = await queue.getJobs(['waiting']);
  expect(jobs.map((job) => job.id).sort()).toEqual(ids.sort());
  expect(jobs[0]).toMatchObject({ name: 'question', data: { id: jobs[0]?.id, idea: 'é\u0001' } });
  expect(await left()).toEqual([]);
});

it('feeds each once when many workers look at the same time', async () => {
  await spill(150);
  let fed = 0;
  for (let round = 0; round < 2; round += 1) {
    const counts = await Promise.all(Array.from({ length: 6 }, () => feed()));
    fed += counts.reduce((sum, count) => sum + count, 0);
  }
  expect(fed).toBe(150);
  expect(await queue.getWaitingCount()).toBe(150);
  expect(await left()).toEqual([]);
});

it('keeps the rows when Redis does not take them, and feeds them once afterwards', async () => {
  await spill(2);
  const away = new Queue('signups', {
    connection: { host: '127.0.0.1', port: 1, enableOfflineQueue: false, maxRetriesPerRequest: 0 },
    prefix: test.prefix,
    skipWaitingForReady: true,
  });
  away.on('error', () => undefined);
  await expect(feed(new Map([['signups', away]]))).rejects.toThrow();
  await away.close().catch(() => undefined);
  expect(await left()).toHaveLength(2);
  // A worker that died between adding and forgetting leaves the job in the queue and the row here.
  const [first] = await left();
  await queue.add('question', {}, { jobId: first?.id ?? '' });
  await feed();
  expect(await queue.getWaitingCount()).toBe(2);
  expect(await left()).toEqual([]);
});

it('leaves what is for a queue that it does not know', async () => {
  await spill(1, 'another');
  await feed();
  expect(await left()).toHaveLength(1);
});

describe('equal leads', () => {
  const equal = { content: 'c', body: 'b' };
  async function spillLead(leadClaims: LeadClaims, id = uuidv7()): Promise<string> {
    await database.dataSource.query(
      'insert into spilled_jobs (id, queue, name, payload) values ($1, $2, $3, $4)',
      [id, 'signups', 'question', JSON.stringify({ id, claims: leadClaims })],
    );
    return id;
  }
  const queued = async () => (await queue.getJobs(['waiting'])).map((job) => [job.id, job.data as unknown]);
  beforeEach(() => test.clear());

  it('that were both spilled become one job, of the first', async () => {
    const first = await spillLead(equal);
    await spillLead(equal);
    await feed();
    expect(await queued()).toEqual([[first, { id: first }]]);
  });

  it('keep the id of the one that came while Redis was still there', async () => {
    const first = uuidv7();
    expect(await claimLead(redis, test.prefix, equal, first)).toBe(first);
    await queue.add('question', { id: first }, { jobId: first });
    await spillLead(equal);
    await feed();
    expect(await queued()).toEqual([[first, { id: first }]]);
  });

  it('keep their own id where the claim before came to nothing, for that one was never answered', async () => {
    const keyed = { ...equal, key: 'k' };
    await claimLead(redis, test.prefix, keyed, uuidv7());
    const spilled = await spillLead(keyed);
    await feed();
    expect(await queued()).toEqual([[spilled, { id: spilled }]]);
    expect(await claimLead(redis, test.prefix, keyed, uuidv7())).toBe(spilled);
  });

  it('are two where the key came with another body, for both were accepted', async () => {
    const first = await spillLead({ ...equal, key: 'k' });
    const second = await spillLead({ content: 'd', body: 'd', key: 'k' });
    await feed();
    expect((await queued()).sort()).toEqual([
      [first, { id: first }],
      [second, { id: second }],
    ]);
  });
});
