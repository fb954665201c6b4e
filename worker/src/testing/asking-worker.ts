import { NestFactory } from '@nestjs/core';
import { queueNames, retryForever } from '@voordeur/contracts/jobs';
import { connectRedis } from '@voordeur/server';
import { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { loadConfig } from '../platform/config.js';
import { WorkerModule } from '../worker.module.js';

interface Services {
  database: { url: string; dataSource: DataSource };
  redisUrl: string;
  prefix: string;
}

/** The whole worker as `main.ts` starts it, and a client that queues questions for it. */
export async function startAskingWorker({ database, redisUrl, prefix }: Services) {
  const config = loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: redisUrl,
    QUEUE_PREFIX: prefix,
    JWT_SECRET: 'a-secret-of-the-tests',
  });
  const worker = await NestFactory.createApplicationContext(WorkerModule.with(config), { logger: false });
  const redis = connectRedis(redisUrl, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  const signups = new Queue(queueNames.signups, { connection: redis, prefix });
  return {
    redis,
    /** Resolves to the question's id, once it's queued. */
    async ask(): Promise<string> {
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
    },
    /** How many leads have this id. */
    async count(id: string): Promise<number> {
      return (await database.dataSource.query<unknown[]>('select from leads where id = $1', [id])).length;
    },
    async close(): Promise<void> {
      // After a Cluster's failover, BullMQ may wait forever for a connection it made while it closed the previous one.
      // A worker's supervisor waits as long.
      await pTimeout(worker.close(), { milliseconds: 15_000, message: false });
      await signups.close();
      redis.disconnect();
    },
  };
}
