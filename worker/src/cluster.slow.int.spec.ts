import 'reflect-metadata';
import { serversOf } from '@voordeur/server';
import { createTestQueues, startCluster } from '@voordeur/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAskingWorker } from './testing/asking-worker.js';
import { useDatabase } from './testing/hooks.js';

const patience = { timeout: 90_000 };
const database = useDatabase({ keepRows: true });
const { prefix } = createTestQueues();
let cluster: Awaited<ReturnType<typeof startCluster>>;
let worker: Awaited<ReturnType<typeof startAskingWorker>>;

beforeAll(async () => {
  cluster = await startCluster();
  await cluster.untilReady();
  worker = await startAskingWorker({ database, redisUrl: cluster.address, prefix });
});
afterAll(async () => {
  await worker.close();
  await cluster.stop();
});

it('records what is queued', async () => {
  const id = await worker.ask();
  await expect.poll(() => worker.count(id), patience).toBe(1);
});

it('knows the primary that has the queues, and its replica', async () => {
  const primary = await cluster.primaryOf(prefix);
  const servers = serversOf(worker.redis, prefix);
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
    const id = await worker.ask();
    await expect.poll(() => worker.count(id), patience).toBe(1);
    // The one after it needs a replica again.
    primary.thaw();
    await primary.kill();
    await primary.start();
    await cluster.untilReady();
  },
  120_000,
);
