import { startRedis, startSentinels } from '@voordeur/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../testing/create-test-app.js';
import { QueueRedis } from './redis-connection.js';

const timestamp = '2026-11-21T03:05:15.000Z';
let servers: Awaited<ReturnType<typeof startRedis>>[];
let sentinels: Awaited<ReturnType<typeof startSentinels>>;
let test: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  const primary = await startRedis();
  const asReplica = ['--replicaof', '127.0.0.1', String(primary.port)];
  servers = [primary, await startRedis(asReplica), await startRedis(asReplica)];
  sentinels = await startSentinels(primary.port, 2);
  await sentinels.untilReady();
  test = await createTestApp({ REDIS_URL: sentinels.address, REDIS_WAIT_REPLICAS: '1' });
});
afterAll(async () => {
  await test.close();
  await sentinels.stop();
  for (const server of servers) await server.stop();
});

/** A Sentinel that was held up itself does nothing for the next 30 s (TILT). */
const patience = { timeout: 90_000 };

const post = async (path: string, body: object) => {
  const { statusCode } = await test.fastify.inject({ method: 'POST', url: `/api/${path}`, payload: body });
  return statusCode;
};
const visit = () => post('visit', { page: '/' });
const lead = () => post('newsletter-signup', { email: 'a@example.org', language: 'NL', timestamp });

/** The server that accepts writes. */
async function findPrimary() {
  const port = await sentinels.primaryPort();
  const primary = servers.find((server) => server.port === port);
  if (!primary) throw new Error(`The Sentinels know of a primary at ${port}.`);
  return primary;
}

it('takes visits and leads by way of the Sentinels', async () => {
  expect(await visit()).toBe(202);
  expect(await lead()).toBe(202);
});

it('accepts a visit once a replica has it, and keeps leads meanwhile', async () => {
  const primary = await findPrimary();
  const replicas = servers.filter((server) => server !== primary);
  for (const replica of replicas) replica.freeze();
  try {
    expect(await visit()).toBe(503);
    expect(await lead()).toBe(202);
  } finally {
    for (const replica of replicas) replica.thaw();
  }
  await expect.poll(visit, patience).toBe(202);
});

it('accepts a visit once all replicas that keep up have it, and without one that no longer does', async () => {
  const primary = await findPrimary();
  await sentinels.untilReady();
  const { replicated } = test.app.get(QueueRedis);
  const [replica] = servers.filter((server) => server !== primary);
  await expect.poll(() => replicated.replicasKeepingUp, patience).toBe(2);
  replica?.freeze();
  onTestFinished(() => {
    replica?.thaw();
  });
  // However long the machine takes over it: the other replica alone is enough only once this one counts no more.
  await expect.poll(visit, patience).toBe(202);
  expect(replicated.replicasKeepingUp).toBe(1);
});

it('frozen: leads are kept meanwhile, and visits go to the one that takes its place', async () => {
  const primary = await findPrimary();
  primary.freeze();
  expect(await lead()).toBe(202);
  await expect.poll(visit, patience).toBe(202);
  expect(await findPrimary()).not.toBe(primary);
}, 120_000);
