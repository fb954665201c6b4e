import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { queueNames, retryForever } from '@voordeur/contracts/jobs';
import { connectRedis, type RedisClient } from '@voordeur/server';
import { createTestQueues, startRedis, startSentinels } from '@voordeur/testing';
import { Queue } from 'bullmq';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from './platform/config.js';
import { useDatabase } from './testing/hooks.js';
import { WorkerModule } from './worker.module.js';

/** A Sentinel that was held up itself does nothing for the next 30 s (TILT). */
const patience = { timeout: 90_000 };
const database = useDatabase({ keepRows: true });
const { prefix } = createTestQueues();
let primary: Awaited<ReturnType<typeof startRedis>>;
let replica: Awaited<ReturnType<typeof startRedis>>;
let sentinels: Awaited<ReturnType<typeof startSentinels>>;
let worker: INestApplicationContext;
let redis: RedisClient;
let signups: Queue;

/** The whole worker as `main.ts` starts it. */
beforeAll(async () => {
  primary = await startRedis();
  replica = await startRedis(['--replicaof', '127.0.0.1', String(primary.port)]);
  sentinels = await startSentinels(primary.port, 1);
  await sentinels.untilReady();
  const config = loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: sentinels.address,
    QUEUE_PREFIX: prefix,
    JWT_SECRET: 'a-secret-of-the-tests',
  });
  worker = await NestFactory.createApplicationContext(WorkerModule.with(config), { logger: false });
  redis = connectRedis(sentinels.address, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  signups = new Queue(queueNames.signups, { connection: redis, prefix });
});
afterAll(async () => {
  await worker.close();
  await signups.close();
  redis.disconnect();
  await sentinels.stop();
  await primary.stop();
  await replica.stop();
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

it.each([
  ['runs', () => Promise.resolve()],
  ['is killed', () => primary.kill()],
])(
  'records what is queued after its Redis %s',
  async (_, change) => {
    await change();
    const id = await ask();
    await expect.poll(() => count(id), patience).toBe(1);
  },
  120_000,
);
