import { suppressEmailSchema } from '@voordeur/contracts/jobs';
import { readSeries } from '@voordeur/testing';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { metrics } from '../platform/metrics.js';
import { useDatabase } from '../testing/hooks.js';
import { payloadReader, setAside } from './rejected-events.js';

const database = useDatabase();
const { query } = database;
const rejected = () => query('select id, queue, reason, event from rejected_events order by reason');
const read = payloadReader<object>('signups', suppressEmailSchema, 'not an unsubscribe');
async function setAsideSoFar() {
  const series = readSeries(await metrics.registry.metrics());
  return series['voordeur_events_total{queue="a-queue",outcome="set-aside",reason=""}'] ?? 0;
}

it('a payload is read as it is, and one that is not valid set aside once for its job', async () => {
  const db = database.dataSource.manager;
  const valid = { id: uuidv7(), receivedAt: '2026-03-10T12:00:00.000Z', email: 'a@example.org' };
  expect(await read(db, 'job-1', valid)).toBe(valid);
  expect(await rejected()).toEqual([]);
  const invalid = { ...valid, receivedAt: 'yesterday' };
  for (const jobId of ['job-1', 'job-1', 'job-2']) expect(await read(db, jobId, invalid)).toBeNull();
  const found = await rejected();
  const row = { queue: 'signups', reason: 'not an unsubscribe', event: JSON.stringify(invalid) };
  expect(found.map(({ id: _, ...rest }) => rest)).toEqual([row, row]);
});

it('an event is set aside without the whole address of its visitor', async () => {
  const db = database.dataSource.manager;
  const events = ['203.0.113.77', '2001:db8:1:2::7', 'unix:'].map((address) => ({ page: '/', address }));
  await setAside(
    db,
    'addresses',
    events.map((event) => ({ id: uuidv7(), event, reason: 'a' })),
  );
  const found = await query(
    `select event::json->>'address' as address from rejected_events where queue = 'addresses' order by id`,
  );
  expect(found.map(({ address }) => address)).toEqual(['203.0.113.0', '2001:db8:1::', null]);
});

it('an event that was set aside stays as it was, and counts once', async () => {
  const db = database.dataSource.manager;
  const before = await setAsideSoFar();
  const [first, second] = [uuidv7(), uuidv7()];
  const one = { id: first, event: '\u0000\ud800', reason: 'a' };
  await setAside(db, 'a-queue', [one, { id: second, event: undefined, reason: 'b' }]);
  await setAside(db, 'a-queue', [{ ...one, event: 'another', reason: 'c' }]);
  await setAside(db, 'a-queue', []);
  expect(await rejected()).toEqual([
    { id: first, queue: 'a-queue', reason: 'a', event: '"\\u0000\\ud800"' },
    { id: second, queue: 'a-queue', reason: 'b', event: 'null' },
  ]);
  expect(await setAsideSoFar()).toBe(before + 2);
});
