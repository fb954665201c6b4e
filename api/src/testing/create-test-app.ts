import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { queueNames } from '@voordeur/contracts/jobs';
import { createLogger } from '@voordeur/server';
import { createTestDatabase, createTestQueues } from '@voordeur/testing';
import { Queue } from 'bullmq';
import supertest from 'supertest';
import { loadConfig } from '../platform/config.js';
import { createApp } from '../create-app.js';
import { loadSite } from '../platform/site.js';

export const testKey = 'the-key-of-the-tests';
const noLimits = { RATE_LIMIT: 'off', EDGE_LOG_PORT: '0', LOG_LEVEL: 'silent' };

/**
 * The whole api on a database and queue prefix of its own, without rate limits unless `environment` says so. `log`
 * collects the lines of its log.
 */
export async function createTestApp(
  environment: Record<string, string> = {},
  changeDatabaseUrl: (url: URL) => Promise<void> = () => Promise.resolve(),
) {
  const database = await createTestDatabase();
  const databaseUrl = new URL(database.apiUrl);
  await changeDatabaseUrl(databaseUrl);
  const queues = createTestQueues();
  const config = loadConfig({
    DATABASE_URL: databaseUrl.href,
    REDIS_URL: queues.apiRedisUrl,
    QUEUE_PREFIX: queues.prefix,
    ADMIN_SECRET_KEY: testKey,
    JWT_SECRET: 'a-secret-of-the-tests',
    ...noLimits,
    ...environment,
  });
  const log: string[] = [];
  const logger = createLogger('api', config.logLevel, { write: (line) => log.push(line) });
  const app = await createApp(config, loadSite(config.siteConfigFile), logger);
  try {
    await app.init();
  } catch (error) {
    await app.close();
    await database.drop();
    throw error;
  }
  const fastify = app.getHttpAdapter().getInstance();
  await fastify.ready();
  const http = supertest(app.getHttpServer());

  /** Removes the database and the queues too; `app.close()` alone leaves them. */
  async function close() {
    await app.close();
    await queues.clear();
    await database.drop();
  }
  return { app, fastify, http, config, log, database, prefix: queues.prefix, login: () => logIn(app), close };
}

/** A bearer token of a new session. */
async function logIn(app: NestFastifyApplication): Promise<string> {
  const answer = await supertest(app.getHttpServer())
    .post('/api/admin/login')
    .send({ secretKey: testKey })
    .expect(200);
  return (answer.body as { token: string }).token;
}

/** The queues that the api adds to. */
type QueueKey = 'visits' | 'videoViews' | 'goals' | 'signups' | 'unsubscribes';

/** The jobs that wait in the queues of this prefix. */
export function readJobs({ redisUrl, queuePrefix }: { redisUrl: string; queuePrefix: string }) {
  const connection = { url: redisUrl };
  const open = (key: QueueKey) => new Queue(queueNames[key], { connection, prefix: queuePrefix });
  const queues = {
    visits: open('visits'),
    videoViews: open('videoViews'),
    goals: open('goals'),
    signups: open('signups'),
    unsubscribes: open('unsubscribes'),
  };
  return {
    of: (key: QueueKey) => queues[key].getWaiting(),
    async count() {
      const counts = await Promise.all(Object.values(queues).map((queue) => queue.getWaitingCount()));
      return counts.reduce((sum, n) => sum + n, 0);
    },
    async clear() {
      await Promise.all(Object.values(queues).map((queue) => queue.drain()));
    },
    async close() {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
    },
  };
}
