import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import type { Destination, LeasedEffect, Outcome } from './destination.js';
import { Outbox } from './outbox.js';
import { planEffect } from './plan-effect.js';

/*
 * How the outbox goes down. Its destination is the test's own, because each attempt ends when the test says so.
 */
const database = useDatabase();
const { query } = database;

interface Attempt {
  effect: LeasedEffect;
  stop: AbortSignal;
  end: (outcome: Outcome) => void;
}

function startOutbox(name: string, databaseUrl = database.url) {
  const attempts: Attempt[] = [];
  let closed = 0;
  const destination: Destination = {
    kind: 'webhook',
    name,
    send: (effect, stop) => new Promise((end) => attempts.push({ effect, stop, end })),
    secondsToNextAttempt: () => 0,
    close: () => (closed += 1),
  };
  const outbox = new Outbox(database.dataSource, { databaseUrl }, [destination]);
  outbox.onApplicationBootstrap();
  return { attempts, closed: () => closed, stop: () => outbox.beforeApplicationShutdown() };
}
const plan = (destination: string) =>
  database.dataSource.transaction((tx) =>
    planEffect(tx, {
      ...{ kind: 'webhook', destination, type: 'lead.question', eventId: uuidv7(), payload: {} },
      occurredAt: '2026-03-10T12:00:00Z',
    }),
  );
const rows = () => query('select state, attempts, leased_until from outbox order by id');
const untouched = { state: 'waiting', attempts: 0, leased_until: null };

it('records the attempts that end while it goes down, starts no others, and lets go of everything', async () => {
  const { attempts, closed, stop } = startOutbox('setups');
  for (let n = 0; n < 5; n += 1) await plan('setups');
  await expect.poll(() => attempts).toHaveLength(4);
  const stopped = stop();
  expect(attempts.map((attempt) => attempt.stop.aborted)).toEqual(Array(4).fill(false));
  for (const { end } of attempts) end({ result: 'sent', statusCode: 204 });
  await stopped;
  expect(await rows()).toEqual([
    ...Array<unknown>(4).fill({ state: 'sent', attempts: 1, leased_until: null }),
    untouched,
  ]);
  expect(closed()).toBe(1);

  // Another one that looks each second, and hears of nothing, says when the first would have looked again.
  const other = startOutbox('question', 'postgres://127.0.0.1:1/nowhere');
  for (let n = 1; n <= 2; n += 1) {
    await plan('question');
    await expect.poll(() => other.attempts).toHaveLength(n);
  }
  for (const { end } of other.attempts) end({ result: 'sent' });
  await other.stop();
  expect(await query(`select from outbox where state = 'waiting'`)).toHaveLength(1);
  const listening = `select from pg_stat_activity where datname = current_database() and application_name = 'outbox'`;
  expect(await query(listening)).toEqual([]);
});

it('stops attempts that hang after five seconds, and does not wait for those that hang even then', async () => {
  const { attempts, stop } = startOutbox('setups');
  for (let n = 0; n < 2; n += 1) await plan('setups');
  await expect.poll(() => attempts).toHaveLength(2);
  const [hanging, deaf] = attempts;
  hanging?.stop.addEventListener('abort', () => {
    hanging.end({ result: 'postponed', error: 'stopped' });
  });
  await stop();
  expect(
    await query(
      'select state, failures, due_at <= now() as due, leased_until > now() as leased from outbox order by leased',
    ),
  ).toEqual([
    { state: 'waiting', failures: 0, due: true, leased: true },
    { state: 'waiting', failures: 0, due: true, leased: null },
  ]);
  deaf?.end({ result: 'postponed' });
  await expect.poll(rows).toEqual(Array(2).fill({ ...untouched, attempts: 1 }));
});
