import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import type { LeasedEffect, Outcome } from './destination.js';
import { leaseDue } from './lease-due.js';
import { planEffect } from './plan-effect.js';
import { recordOutcome } from './record-outcome.js';

/*
 * The rows alone; what is sent of them is in the tests of the destinations.
 */
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
