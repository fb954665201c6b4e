import { createLogger, inTraceOf, startTracing, TracingShutdown, planEffect } from '@voordeur/server';
import { readSeries } from '@voordeur/testing';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { metrics } from '../platform/metrics.js';
import { useDatabase } from '../testing/hooks.js';
import type { LeasedEffect, Outcome } from './destination.js';
import { leaseDue } from './lease-due.js';
import { attemptEffect } from './outbox.js';
import { recordOutcome } from './record-outcome.js';

/* The rows alone; the tests of the destinations cover sending. */
const database = useDatabase();
const { query } = database;

const eventId = uuidv7();
const plan = (type = 'lead.question') =>
  database.dataSource.transaction((tx) =>
    planEffect(tx, {
      ...{ kind: 'webhook', destination: 'question', type, eventId, payload: {} },
      occurredAt: '2026-03-10T12:00:00Z',
    }),
  );
const lease = () => leaseDue(database.dataSource, new Map([['question', 4]]));
const endLeases = () => query(`update outbox set leased_until = now()`);
const record = (effect: LeasedEffect | undefined, outcome: Outcome) => {
  if (!effect) throw new Error('nothing was leased');
  return recordOutcome(database.dataSource, effect, outcome, 5, { secondsToNextAttempt: () => 60 });
};
const state = () => query('select state, attempts, failures from outbox');

it('one event has one effect of a type at a destination, however often it is planned', async () => {
  await plan();
  await plan();
  await plan('lead.setups');
  expect(await query('select type from outbox order by 1')).toEqual([
    { type: 'lead.question' },
    { type: 'lead.setups' },
  ]);
});

it('a failure of an attempt that another one has overtaken changes nothing, a success does', async () => {
  await plan();
  const [overtaken] = await lease();
  await endLeases();
  const [current] = await lease();
  expect([overtaken?.number, current?.number]).toEqual([1, 2]);
  await record(overtaken, { result: 'retry', error: 'timeout' });
  await record(overtaken, { result: 'failed', error: 'gone' });
  expect(await state()).toEqual([{ state: 'waiting', attempts: 2, failures: 0 }]);
  await record(overtaken, { result: 'sent', statusCode: 204 });
  await record(current, { result: 'retry', error: 'timeout' });
  expect(await state()).toEqual([{ state: 'sent', attempts: 2, failures: 0 }]);
});

it('each outcome moves its effect on', async () => {
  const outcomes: Outcome[] = [
    { result: 'retry', error: 'timeout', retryAfterSeconds: 120 },
    { result: 'retry', statusCode: 500, responseStart: 'Oh no' },
    { result: 'postponed', error: 'stopped' },
    { result: 'failed', statusCode: 404 },
  ];
  await plan();
  const moved: unknown[] = [];
  for (const outcome of outcomes) {
    await query('update outbox set due_at = now()');
    const [effect] = await lease();
    moved.push(await record(effect, outcome));
    moved.push(
      ...(await query('select last_error, failures, leased_until, due_at is null as over from outbox')),
    );
  }
  const freed = { leased_until: null, over: false };
  expect(moved).toEqual([
    ...['waiting', { ...freed, last_error: 'timeout', failures: 1 }],
    ...['waiting', { ...freed, last_error: '500', failures: 2 }],
    ...['waiting', { ...freed, last_error: 'stopped', failures: 2 }],
    ...['failed', { ...freed, last_error: '404', failures: 3, over: true }],
  ]);
  expect(
    await query(
      'select number, duration_ms, status_code, error, response_start from outbox_attempts order by 1',
    ),
  ).toMatchObject([
    { number: 1, duration_ms: 5, status_code: null, error: 'timeout', response_start: null },
    { number: 2, duration_ms: 5, status_code: 500, error: null, response_start: 'Oh no' },
    { number: 3, error: 'stopped' },
    { number: 4, status_code: 404 },
  ]);
});

it('a success forgets the last error, and a drop its attempt', async () => {
  await plan();
  const [first] = await lease();
  await record(first, { result: 'retry', error: 'timeout' });
  await query('update outbox set due_at = now()');
  const [second] = await lease();
  expect(await record(second, { result: 'sent', statusCode: 204 })).toBe('sent');
  expect(await query('select last_error, failures, due_at, sent_at <= now() as sent from outbox')).toEqual([
    { last_error: null, failures: 1, due_at: null, sent: true },
  ]);
  await query('delete from outbox');
  await plan();
  const [unwanted] = await lease();
  expect(await record(unwanted, { result: 'dropped', error: 'unsubscribed' })).toBe('dropped');
  expect(await query('select state, attempts, last_error, leased_until, due_at from outbox')).toEqual([
    { state: 'dropped', attempts: 0, last_error: 'unsubscribed', leased_until: null, due_at: null },
  ]);
  expect(await query('select from outbox_attempts')).toEqual([]);
});

it('an attempt is counted by what came of it, the last retry as a failure, and timed', async () => {
  const count = async (outcome: string) => {
    const series = readSeries(await metrics.registry.metrics());
    return series[`voordeur_outbox_attempts_total{kind="webhook",outcome="${outcome}"}`] ?? 0;
  };
  const before = [await count('retry'), await count('failed')];
  await plan();
  for (const seconds of [0, null]) {
    const [effect] = await lease();
    if (!effect) throw new Error('nothing was leased');
    const destination = {
      ...({ kind: 'webhook', name: 'question' } as const),
      send: () => Promise.resolve<Outcome>({ result: 'retry', error: 'timeout' }),
      secondsToNextAttempt: () => seconds,
    };
    const startedAt = performance.now();
    await attemptEffect(database.dataSource, effect, destination, new AbortController().signal);
    const [attempt] = await query('select duration_ms from outbox_attempts order by number desc limit 1');
    expect(attempt?.['duration_ms']).toBeLessThanOrEqual(performance.now() - startedAt);
  }
  expect([await count('retry'), await count('failed')]).toEqual(before.map((n) => n + 1));
});

it('an effect keeps the trace of what planned it', async () => {
  const trace = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
  const logger = createLogger('worker', 'silent');
  await startTracing({ endpoint: 'http://127.0.0.1:1', headers: {}, share: 1 }, 'worker', logger);
  try {
    await inTraceOf({ trace }, () => plan());
  } finally {
    await new TracingShutdown().onApplicationShutdown();
  }
  await plan('lead.setups');
  const [traced, other] = await query('select trace from outbox order by type');
  expect(traced?.['trace']).toContain('1'.repeat(32));
  expect(other).toEqual({ trace: null });
});
