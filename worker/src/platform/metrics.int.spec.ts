import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { createDataSource } from '@voordeur/contracts/db';
import { queueNames, retryForever } from '@voordeur/contracts/jobs';
import { createTestQueues, readSeries } from '@voordeur/testing';
import { Queue } from 'bullmq';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import { googlebot, videoViewEvent, visitEvent } from '../testing/intake.js';
import { answerStatus, startReceiver } from '../testing/start-receiver.js';
import { WorkerModule } from '../worker.module.js';
import { loadConfig } from './config.js';
import { MetricsController } from './metrics.js';

const database = useDatabase({ keepRows: true });
const { query } = database;
const queues = createTestQueues();
const options = { connection: { url: queues.workerRedisUrl }, prefix: queues.prefix };

describe('the metrics of a whole worker', () => {
  let worker: NestFastifyApplication;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  const open: Queue[] = [];

  beforeAll(async () => {
    receiver = await startReceiver();
    const config = loadConfig({
      DATABASE_URL: database.url,
      REDIS_URL: queues.workerRedisUrl,
      QUEUE_PREFIX: queues.prefix,
      WEBHOOK_UNSUBSCRIBE_URL: receiver.url,
      WEBHOOK_SIGNING_SECRET: 'a-secret-of-the-tests',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_RETRY_SECONDS: '0',
    });
    worker = await NestFactory.create(WorkerModule.with(config), new FastifyAdapter(), { logger: false });
    await worker.init();
  });
  afterAll(async () => {
    await worker.close();
    await Promise.all(open.map((queue) => queue.close()));
    await queues.clear();
    await receiver.close();
  });

  const add = async (name: string, job: string, data: object, more = {}) => {
    const queue = new Queue(name, options);
    open.push(queue);
    await queue.add(job, data, { ...retryForever, jobId: uuidv7(), ...more });
  };
  const read = async () => {
    const answer = await worker.inject('/metrics');
    expect(answer.statusCode).toBe(200);
    return readSeries(answer.body);
  };
  /** Waits until these series have grown by so much. */
  const expectGrowth = async (before: Record<string, number>, growth: Record<string, number>) => {
    const expected = Object.entries(growth).map(([name, by]) => [name, (before[name] ?? 0) + by]);
    await expect.poll(read, { interval: 50 }).toMatchObject(Object.fromEntries(expected) as object);
  };

  it('count events by what became of them, jobs and batches', async () => {
    const before = await read();
    const events = [visitEvent(), visitEvent(), { ...visitEvent(), source: 'nowhere' }];
    await add(queueNames.visits, 'record-visits', { events });
    await add(queueNames.videoViews, 'record-video-views', {
      events: [videoViewEvent(), videoViewEvent({ userAgent: googlebot })],
    });
    await expectGrowth(before, {
      'voordeur_events_total{queue="visits",outcome="stored",reason=""}': 2,
      'voordeur_events_total{queue="visits",outcome="set-aside",reason=""}': 1,
      'voordeur_events_total{queue="video-views",outcome="stored",reason=""}': 1,
      'voordeur_events_total{queue="video-views",outcome="dropped",reason="bot-video-view"}': 1,
      'voordeur_jobs_total{queue="visits",outcome="completed",reason=""}': 1,
      'voordeur_batch_events_sum{queue="visits"}': 3,
      'voordeur_batch_duration_seconds_count{queue="visits"}': 1,
    });
  });

  it('count a delivery that failed for good, and leave it in sight', async () => {
    receiver.answerWith(answerStatus(500));
    const before = await read();
    const at = new Date().toISOString();
    await add(queueNames.unsubscribes, 'unsubscribe', {
      id: uuidv7(),
      receivedAt: at,
      email: 'a@example.org',
    });
    await expectGrowth(before, {
      'voordeur_outbox_attempts_total{kind="webhook",outcome="failed"}': 1,
      'voordeur_outbox_effects{kind="webhook",state="failed"}': 1,
      'voordeur_outbox_effects{kind="webhook",state="due"}': 0,
    });
  });

  it('say since when the oldest effect is due, but not of an endpoint that is switched off', async () => {
    await query(
      `insert into webhook_endpoints (name, off_since) values ('setups', now())
      on conflict (name) do update set off_since = now()`,
    );
    const insert = `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
      values ($1, $2, $3, 'x', $1, '{}', now(), now() - interval '1 hour')`;
    await query(insert, [uuidv7(), 'webhook', 'setups']);
    await query(insert, [uuidv7(), 'mail', 'smtp']);
    const found = await read();
    expect(found).toMatchObject({
      'voordeur_outbox_effects{kind="webhook",state="held"}': 1,
      'voordeur_outbox_effects{kind="mail",state="due"}': 1,
      'voordeur_outbox_oldest_due_age_seconds{kind="webhook"}': 0,
    });
    expect(found['voordeur_outbox_oldest_due_age_seconds{kind="mail"}']).toBeCloseTo(3_600, -1);
  });

  it('say how long the oldest change of a day has waited', async () => {
    await query(`insert into changed_days (day, noted_at) values ('2026-03-10', now() - interval '1 hour')`);
    expect((await read())['voordeur_days_oldest_change_age_seconds']).toBeCloseTo(3_600, -1);
    await query('delete from changed_days');
    expect(await read()).toMatchObject({ voordeur_days_oldest_change_age_seconds: 0 });
  });

  it('count what the check of a night corrected', async () => {
    await query(`insert into days (day, people, people_by_hour, bots, visitors)
      values ((now() at time zone 'Europe/Amsterdam')::date - 1, 3, '{}', 0, 0)`);
    const before = await read();
    await add(queueNames.maintenance, 'check-days', {});
    await expectGrowth(before, { voordeur_days_corrected_rows_total: 1 });
    const { voordeur_days_checked_timestamp_seconds: at = 0 } = await read();
    expect(at).toBeCloseTo(Date.now() / 1_000, -2);
  });

  it('count the jobs of each queue by state, and how old the next one is', async () => {
    // Nobody takes from this one.
    const queue = new Queue('nobody', options);
    open.push(queue);
    await queue.add('x', {}, { timestamp: Date.now() - 90_000 });
    await queue.add('x', {});
    await queue.add('x', {}, { delay: 60_000, timestamp: Date.now() - 120_000 });
    const found = readSeries(await new MetricsController(database.dataSource, [queue]).read());
    expect(found).toMatchObject({
      'voordeur_queue_jobs{queue="nobody",state="waiting"}': 2,
      'voordeur_queue_jobs{queue="nobody",state="delayed"}': 1,
      'voordeur_queue_jobs{queue="nobody",state="failed"}': 0,
      voordeur_redis_up: 1,
      voordeur_postgres_up: 1,
    });
    expect(found['voordeur_queue_oldest_job_age_seconds{queue="nobody"}']).toBeCloseTo(120, -1);
    expect(found['voordeur_redis_memory_bytes{what="used"}']).toBeGreaterThan(1_000_000);
  });
});

it('are there without what is away, within three seconds', async () => {
  const nowhere = new Queue(queueNames.visits, {
    connection: { url: 'redis://127.0.0.1:1', maxRetriesPerRequest: null },
    skipWaitingForReady: true,
  });
  nowhere.on('error', () => undefined);
  const neverConnected = createDataSource('postgres://127.0.0.1:1/none');
  const startedMs = performance.now();
  const found = readSeries(await new MetricsController(neverConnected, [nowhere]).read());
  expect(performance.now() - startedMs).toBeLessThan(3_000);
  expect(found).toMatchObject({ voordeur_redis_up: 0, voordeur_postgres_up: 0 });
  const names = Object.keys(found).map((name) => name.split('{', 1)[0]);
  expect(names).not.toContain('voordeur_queue_jobs');
  expect(names).not.toContain('voordeur_outbox_effects');
  expect(names).toContain('voordeur_jobs_total');
  await nowhere.close();
});
