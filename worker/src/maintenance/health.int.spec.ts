import { once } from 'node:events';
import { createTestQueues } from '@voordeur/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import { HealthController } from './health.controller.js';

const database = useDatabase();
const queues = createTestQueues();

it('asks a Redis that is away once, however often it is looked at', async () => {
  const redis = new Redis(queues.workerRedisUrl, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  const queue = new Queue('away', { connection: redis, prefix: queues.prefix });
  queue.on('error', () => undefined);
  await queue.waitUntilReady();
  const closed = once(redis, 'close');
  redis.options.port = 1;
  redis.disconnect(true);
  await closed;
  const asked: string[] = [];
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (...args) => {
    asked.push(args[0].name);
    return send(...args);
  };
  const health = new HealthController(database.dataSource, queue, queue, queue, queue, queue);
  const looks = await Promise.allSettled([health.ready(), health.ready(), health.ready()]);
  expect(looks.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked).toHaveLength(5);
  redis.disconnect();
});
