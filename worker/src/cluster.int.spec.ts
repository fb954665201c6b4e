import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { queueNames, retryForever } from '@voordeur/contracts/jobs';
import { connectRedis, type RedisClient, serversOf } from '@voordeur/server';
import { createTestQueues, startCluster } from '@voordeur/testing';
import { Queue } from 'bullmq';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from './platform/config.js';
import { useDatabase } from './testing/hooks.js';
import { WorkerModule } from './worker.module.js';

const patience = { timeout: 90_000 };
const database = useDatabase({ keepRows: true });
const { prefix } = createTestQueues();
let cluster: Awaited<ReturnType<typeof startCluster>>;
let worker: INestApplicationContext;
let redis: RedisClient;
let signups: Queue;

/** The whole worker as `main.ts` starts it. */
beforeAll(async () => {
  cluster = await startCluster();
  await cluster.untilReady();
  const config = loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: cluster.address,
    QUEUE_PREFIX: prefix,
    JWT_SECRET: 'a-secret-of-the-tests',
  });
  worker = await NestFactory.createApplicationContext(WorkerModule.with(config), { logger: false });
  redis = connectRedis(cluster.address, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  signups = new Queue(queueNames.signups, { connection: redis, prefix });
});
afterAll(async () => {
  await worker.close();
  await signups.close();
  redis.disconnect();
  await cluster.stop();
});

async function ask(): Promise<string> {
  const lead = {
    id: uuidv7(),
    receivedAt: new Date().toISOString(),
    kind: 'question',
    email: 'a@example.org',
    idea: `Why ${uuidv7()}?`,
    timestamp: new Date().toISOString(),
    address: '192.0.2.1',
    userAgent: 'any',
  };
  await signups.add(lead.kind, lead, { ...retryForever, jobId: lead.id });
  return lead.id;
}
const count = async (id: string) => (await database.query('select from leads where id = $1', [id])).length;

it('records what is queued', async () => {
  const id = await ask();
  await expect.poll(() => count(id), patience).toBe(1);
});

it('knows the primary that has the queues, and its replica', async () => {
  const primary = await cluster.primaryOf(prefix);
  const servers = serversOf(redis, prefix);
  expect(servers.map(({ options }) => options.port)).toEqual([primary?.port, expect.any(Number)]);
  expect(await servers[0]?.wait(1, 1_000)).toBe(1);
});

it.each([
  ['is killed', (server: { kill: () => unknown }) => server.kill()],
  ['hangs', (server: { freeze: () => unknown }) => server.freeze()],
])(
  'records what is queued after the primary that has the queues %s',
  async (_, fail) => {
    const primary = await cluster.primaryOf(prefix);
    if (!primary) throw new Error('no primary has the queues');
    await fail(primary);
    const id = await ask();
    await expect.poll(() => count(id), patience).toBe(1);
    // The one after it needs a replica again.
    primary.thaw();
    await primary.kill();
    await primary.start();
    await cluster.untilReady();
  },
  120_000,
);
