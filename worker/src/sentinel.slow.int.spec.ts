import 'reflect-metadata';
import { connectRedis } from '@voordeur/server';
import { createTestQueues, startRedis, startSentinels } from '@voordeur/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAskingWorker } from './testing/asking-worker.js';
import { useDatabase } from './testing/hooks.js';

/** A Sentinel that was held up itself does nothing for the next 30 s (TILT). */
const patience = { timeout: 90_000 };
const database = useDatabase({ keepRows: true });
const { prefix } = createTestQueues();
let primary: Awaited<ReturnType<typeof startRedis>>;
let replica: Awaited<ReturnType<typeof startRedis>>;
let sentinels: Awaited<ReturnType<typeof startSentinels>>;
let worker: Awaited<ReturnType<typeof startAskingWorker>>;

beforeAll(async () => {
  primary = await startRedis();
  replica = await startRedis(['--replicaof', '127.0.0.1', String(primary.port)]);
  sentinels = await startSentinels(primary.port, 1);
  await sentinels.untilReady();
  worker = await startAskingWorker({ database, redisUrl: sentinels.address, prefix });
});
afterAll(async () => {
  await worker.close();
  await sentinels.stop();
  await primary.stop();
  await replica.stop();
});

it('records what is queued', async () => {
  const id = await worker.ask();
  await expect.poll(() => worker.count(id), patience).toBe(1);
});

it('records what is queued after the primary is killed, whenever each of many clients hears of the new one', async () => {
  const clients = Array.from({ length: 60 }, () =>
    connectRedis(sentinels.address, { maxRetriesPerRequest: null }).on('error', () => undefined),
  );
  await Promise.all(clients.map((client) => client.ping()));
  await primary.kill();
  const answers = Promise.all(clients.map((client) => client.set(`${prefix}:after`, 'it')));
  const id = await worker.ask();
  await expect.poll(() => worker.count(id), patience).toBe(1);
  expect(await answers).toEqual(clients.map(() => 'OK'));
  for (const client of clients) client.disconnect();
}, 120_000);
