import 'reflect-metadata';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { confirmSubscriberJobName, retryForever, queueNames, signupJobNames } from '@voordeur/contracts/jobs';
import { createTestQueues } from '@voordeur/testing';
import { Queue } from 'bullmq';
import { DateTime } from 'luxon';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../platform/config.js';
import { startSmtpReceiver } from '../testing/smtp-receiver.js';
import { lastWholeWeek } from '../mail/letter-week.js';
import { planLetter } from '../mail/plan-due-letter.js';
import { startReceiver } from '../testing/start-receiver.js';
import { WorkerModule } from '../worker.module.js';
import { useDatabase } from '../testing/hooks.js';

const patience = { timeout: 30_000, interval: 50 };
const database = useDatabase({ keepRows: true });
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>;
let automation: Awaited<ReturnType<typeof startReceiver>>;
let worker: INestApplicationContext;
let signups: Queue;
const queues = createTestQueues();

/** The whole worker as `main.ts` starts it. */
beforeAll(async () => {
  receiver = await startSmtpReceiver();
  automation = await startReceiver();
  // Else these tests would meet the letter of the week on a Monday and a Tuesday.
  await planLetter(database.dataSource.manager, lastWholeWeek(new Date(), 'Europe/Amsterdam'));
  await query(`update outbox set state = 'sent'`);
  const config = loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: queues.workerRedisUrl,
    QUEUE_PREFIX: queues.prefix,
    PUBLIC_URL: 'https://site.example',
    SMTP_URL: receiver.url,
    MAIL_FROM: 'The door <door@example.org>',
    OWNER_EMAIL: 'owner@example.org',
    JWT_SECRET: 'a-secret-of-the-tests',
    WEBHOOK_NEWSLETTER_URL: automation.url,
    WEBHOOK_SIGNING_SECRET: 'a-secret-of-the-tests',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  });
  worker = await NestFactory.createApplicationContext(WorkerModule.with(config), { logger: false });
  const connection = { url: queues.workerRedisUrl };
  signups = new Queue(queueNames.signups, { connection, prefix: queues.prefix });
});
afterAll(async () => {
  await worker.close();
  await signups.close();
  await queues.clear();
  await receiver.stop();
  await automation.close();
});

const { query } = database;
const until = <Value>(probe: () => Promise<Value> | Value) => vi.waitFor(probe, patience);

it('walks from a signup in the queue to a confirmed subscriber, of whom the webhook hears only then', async () => {
  const receivedAt = new Date().toISOString();
  await query(`insert into suppressions values ('you@example.org', $1, now() - interval '1 day')`, [
    uuidv7(),
  ]);
  const lead = {
    id: uuidv7(),
    receivedAt,
    kind: 'newsletter',
    email: 'You@example.org',
    language: 'NL',
    timestamp: receivedAt,
    address: '192.0.2.1',
    userAgent: 'any',
  };
  await signups.add(signupJobNames.newsletter, lead, { ...retryForever, jobId: lead.id });
  await until(() => {
    expect(receiver.mails.map(({ to }) => to[0]).sort()).toEqual(['You@example.org', 'owner@example.org']);
  });
  expect(await query('select state from subscribers')).toEqual([{ state: 'pending' }]);
  expect(await query(`select id from outbox where kind = 'webhook'`)).toEqual([]);

  const mail = receiver.mails.find(({ to }) => to[0] === 'You@example.org');
  const subscriberId = /\/nl\/bevestigen\?token=([0-9a-f-]{36})\./.exec(mail?.parsed.text ?? '')?.[1];
  const confirmation = { id: uuidv7(), receivedAt: new Date().toISOString(), subscriberId };
  await signups.add(confirmSubscriberJobName, confirmation, { ...retryForever, jobId: confirmation.id });
  await until(async () => {
    expect(await query('select state from subscribers')).toEqual([{ state: 'confirmed' }]);
  });
  await until(() => {
    expect(automation.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        type: 'lead.newsletter',
        id: lead.id,
        timestamp: confirmation.receivedAt,
        email: 'You@example.org',
        language: 'NL',
      },
    ]);
  });
  expect(await query('select email from suppressions')).toEqual([]);
  // Recorded after the endpoint has answered.
  await until(async () => {
    expect(await query('select distinct state from outbox')).toEqual([{ state: 'sent' }]);
  });
});

it('plans the weekly letter on Mondays at eight, in the zone of the site', async () => {
  const connection = { url: queues.workerRedisUrl };
  const maintenance = new Queue(queueNames.maintenance, { connection, prefix: queues.prefix });
  const scheduler = await maintenance.getJobScheduler('plan-weekly-letter');
  await maintenance.close();
  expect(scheduler).toMatchObject({ pattern: '0 8 * * 1', tz: 'Europe/Amsterdam' });
  const next = DateTime.fromMillis(scheduler?.next ?? 0, { zone: 'Europe/Amsterdam' });
  expect([next.weekday, next.toFormat('HH:mm:ss')]).toEqual([1, '08:00:00']);
});

it('sends a mail that no notification came for, and hands a job over that waited for Redis', async () => {
  const before = receiver.mails.length;
  const lead = {
    id: uuidv7(),
    receivedAt: new Date().toISOString(),
    kind: 'question',
    email: 'a@b.example',
    idea: 'Why?',
    timestamp: new Date().toISOString(),
    address: '192.0.2.1',
    userAgent: 'any',
  };
  await query(
    `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
    values ($1, 'job', 'signups', 'question', $1, $2, now(), now())`,
    [lead.id, JSON.stringify(lead)],
  );
  await until(() => {
    expect(receiver.mails).toHaveLength(before + 1);
  });
  expect(await query('select id from leads where id = $1', [lead.id])).toHaveLength(1);
  expect(await query(`select id from outbox where kind = 'job'`)).toEqual([]);
  await until(async () => {
    expect(await signups.getJobs(['waiting', 'active', 'failed', 'completed'])).toEqual([]);
  });
});
