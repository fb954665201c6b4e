import { Logger } from '@nestjs/common';
import { outboxChannel } from '@voordeur/contracts/db';
import { planEffect } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import type { Destination, LeasedEffect, Outcome } from './destination.js';
import { Outbox } from './outbox.js';

/*
 * When the outbox looks, and how it goes down. Its destinations are the test's own, because each attempt ends when the
 * test says so.
 */
const database = useDatabase();
const { query } = database;

/** They wait for the outbox's own seconds. */
const slow = { timeout: 60_000 };

interface Attempt {
  effect: LeasedEffect;
  stop: AbortSignal;
  end: (outcome: Outcome) => void;
}

const running: Outbox[] = [];
/** Logged lines: fields, words and the logger's name. */
let logged: unknown[][] = [];
beforeEach(() => {
  logged = [];
  const log = (...line: unknown[]) => void logged.push(line);
  Logger.overrideLogger({ log, error: log, warn: log });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((outbox) => outbox.beforeApplicationShutdown()));
  Logger.overrideLogger(true);
});

/** `isQuick`: each attempt succeeds at once. */
function startOutbox(names: string[], { databaseUrl = database.url, isQuick = false } = {}) {
  const attempts: Attempt[] = [];
  let closed = 0;
  let looks = 0;
  const destinations = names.map((name): Destination => ({
    kind: 'webhook',
    name,
    send: (effect, stop) =>
      new Promise((end) => {
        attempts.push({ effect, stop, end });
        if (isQuick) end({ result: 'sent' });
      }),
    secondsToNextAttempt: () => 0,
    isReady: () => {
      looks += 1;
      return true;
    },
    close: () => {
      closed += 1;
    },
  }));
  const outbox = new Outbox(database.dataSource, { databaseUrl }, destinations);
  running.push(outbox);
  outbox.onApplicationBootstrap();
  const stop = () => running.splice(running.indexOf(outbox), 1)[0]?.beforeApplicationShutdown();
  return { attempts, closed: () => closed, looks: () => looks, stop };
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
  const { attempts, closed, stop } = startOutbox(['setups']);
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
  const other = startOutbox(['question'], { databaseUrl: 'postgres://127.0.0.1:1/nowhere' });
  for (let n = 1; n <= 2; n += 1) {
    await plan('question');
    await expect.poll(() => other.attempts).toHaveLength(n);
  }
  for (const { end } of other.attempts) end({ result: 'sent' });
  expect(other.looks()).toBeLessThan(10);
  await other.stop();
  expect(await query(`select from outbox where state = 'waiting'`)).toHaveLength(1);
  const listening = `select from pg_stat_activity where datname = current_database() and application_name = 'outbox'`;
  expect(await query(listening)).toEqual([]);
});

it(
  'stops attempts that hang after five seconds, and does not wait for those that hang even then',
  slow,
  async () => {
    const { attempts, stop } = startOutbox(['setups']);
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
  },
);

it('sends what is planned at once, not when it looks the next time', async () => {
  const { attempts } = startOutbox(['setups'], { isQuick: true });
  const startedAt = performance.now();
  for (let n = 1; n <= 12; n += 1) {
    await plan('setups');
    await expect.poll(() => attempts).toHaveLength(n);
  }
  expect(performance.now() - startedAt).toBeLessThan(9_000);
});

it('goes on with what is due as attempts end, of each destination for itself', async () => {
  const fill = `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
    select gen_random_uuid(), 'webhook', name, 'lead.setups', gen_random_uuid(), '{}', now(), now()
    from generate_series(1, 44), unnest(array['setups', 'question']) as name`;
  await query(fill);
  startOutbox(['setups', 'question'], { isQuick: true });
  const sent = () => query(`select from outbox where state = 'sent'`);
  // In less time than the eleven looks of eleven seconds.
  await expect.poll(sent, { timeout: 9_000 }).toHaveLength(88);
});

it('has four attempts at once, however often it is woken', async () => {
  const { attempts } = startOutbox(['setups']);
  // By then it listens.
  await plan('setups');
  await expect.poll(() => attempts).toHaveLength(1);
  attempts[0]?.end({ result: 'sent' });
  await expect.poll(rows).toEqual([{ state: 'sent', attempts: 1, leased_until: null }]);
  await query(`with due as (
      insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
      select gen_random_uuid(), 'webhook', 'setups', 'lead.setups', gen_random_uuid(), '{}', now(), now()
      from generate_series(1, 20) returning id)
    select pg_notify('${outboxChannel}', id::text) from due`);
  await expect.poll(() => attempts.length).toBeGreaterThanOrEqual(5);
  expect(await query(`select from outbox where leased_until is not null`)).toHaveLength(4);
  expect(attempts).toHaveLength(5);
  for (const { end } of attempts) end({ result: 'postponed' });
});

it('says what it cannot do while Postgres is away, each time once, and goes on', slow, async () => {
  const takeAway = () => query('alter table outbox rename to outbox_away');
  const putBack = () => query('alter table outbox_away rename to outbox');
  const error = expect.stringContaining('42P01') as unknown;
  const away = [{ error }, 'effects wait in Postgres', 'outbox'];
  await takeAway();
  const { attempts, looks } = startOutbox(['setups']);
  await expect.poll(looks).toBeGreaterThanOrEqual(3);
  await putBack();
  expect(logged).toEqual([away]);

  await plan('setups');
  await expect.poll(() => attempts).toHaveLength(1);
  const notRecorded = [{ destination: 'setups', error }, 'an attempt was not recorded', 'outbox'];
  await takeAway();
  attempts[0]?.end({ result: 'sent' });
  await expect.poll(() => logged).toHaveLength(3);
  await putBack();
  expect(logged.slice(1)).toEqual(expect.arrayContaining([away, notRecorded]));

  await query('update outbox set leased_until = now()');
  await expect.poll(() => attempts).toHaveLength(2);
  attempts[1]?.end({ result: 'sent' });
  await plan('setups');
  await expect.poll(() => attempts).toHaveLength(3);
  attempts[2]?.end({ result: 'failed', statusCode: 404 });
  await expect.poll(() => logged).toHaveLength(4);
  const failed = [
    { effect: attempts[2]?.effect.id, destination: 'setups' },
    'an effect failed; its row says why',
    'outbox',
  ];
  expect(logged[3]).toEqual(failed);
});
