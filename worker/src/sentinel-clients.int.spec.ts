import { connectRedis } from '@voordeur/server';
import { startRedis, startSentinels } from '@voordeur/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let primary: Awaited<ReturnType<typeof startRedis>>;
let replica: Awaited<ReturnType<typeof startRedis>>;
let sentinels: Awaited<ReturnType<typeof startSentinels>>;

beforeAll(async () => {
  primary = await startRedis();
  replica = await startRedis(['--replicaof', '127.0.0.1', String(primary.port)]);
  sentinels = await startSentinels(primary.port, 1);
  await sentinels.untilReady();
});
afterAll(async () => {
  await sentinels.stop();
  await primary.stop();
  await replica.stop();
});

it('each of many clients goes on with the new primary, whenever it hears of it', async () => {
  const clients = Array.from({ length: 60 }, () =>
    connectRedis(sentinels.address, { maxRetriesPerRequest: null }).on('error', () => undefined),
  );
  await Promise.all(clients.map((client) => client.ping()));
  await primary.kill();
  const answers = await Promise.all(clients.map((client) => client.set('after', 'it')));
  expect(answers).toEqual(clients.map(() => 'OK'));
  for (const client of clients) client.disconnect();
});
