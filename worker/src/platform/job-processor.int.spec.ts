import 'reflect-metadata';
import { once } from 'node:events';
import { BullModule, getQueueToken, Processor } from '@nestjs/bullmq';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { retryForever } from '@voordeur/contracts/jobs';
import { createTestQueues } from '@voordeur/testing';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { afterAll, expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import { databaseOptions } from './database.js';
import { JobProcessor, workerOptions } from './job-processor.js';

const database = useDatabase();
const { query } = database;
const queues = createTestQueues();
let app: INestApplicationContext | undefined;
afterAll(async () => {
  await app?.close();
  await queues.clear();
});

const name = 'writing';
let tries = 0;

@Processor(name, { ...workerOptions, concurrency: 4 })
class WritingProcessor extends JobProcessor {
  constructor(private readonly db: DataSource) {
    super();
  }

  protected async run(): Promise<void> {
    tries += 1;
    await this.db.query(`insert into settings (name, value) values ($1, '')`, [uuidv7()]);
  }
}

it('takes no job while Postgres is away, and all of them once it is back', async () => {
  @Module({
    imports: [
      TypeOrmModule.forRoot(databaseOptions(database.url, 'service', { applicationName: 'writing' })),
      BullModule.forRoot({ prefix: queues.prefix, connection: { url: queues.workerRedisUrl } }),
      BullModule.registerQueue({ name }),
    ],
    providers: [WritingProcessor],
  })
  class WritingModule {}
  app = await NestFactory.createApplicationContext(WritingModule, { logger: false });
  const { worker } = app.get(WritingProcessor);
  const queue = app.get<Queue>(getQueueToken(name));

  const [{ name: own } = {}] = await query('select current_database() as name');
  await query(`alter database "${String(own)}" connection limit 0`);
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'writing'`,
  );
  const paused = once(worker, 'paused');
  const jobs = Array.from({ length: 200 }, () => ({ name: 'write', data: {}, opts: retryForever }));
  await queue.addBulk(jobs);
  await paused;
  // Running jobs have failed; nobody takes another.
  await expect.poll(() => queue.getActiveCount()).toBe(0);
  expect(tries).toBeLessThanOrEqual(4);
  expect(await queue.getWaitingCount()).toBe(jobs.length - tries);

  const resumed = once(worker, 'resumed');
  await query(`alter database "${String(own)}" connection limit -1`);
  await resumed;
  await expect.poll(() => query('select count(*)::int as n from settings')).toEqual([{ n: jobs.length }]);
});
