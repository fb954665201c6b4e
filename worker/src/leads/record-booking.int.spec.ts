import type { RecordBooking } from '@voordeur/contracts/jobs';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { acceptLead } from './accept-lead.js';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { firefox, idAt, visitEvent } from '../testing/intake.js';
import { buildAll, recountDays } from '../testing/recount.js';
import { readSessions } from '../testing/recount-sessions.js';
import { recordVisits } from '../intake/record-visits.js';
import { recordBooking } from './record-booking.js';

const database = useDatabase();
const intake = useIntake(database);
const at = (time: string) => `2026-03-10T${time}Z`;

const book = (more: object = {}) => {
  const booking = {
    ...{ id: uuidv7(), receivedAt: at('15:00:00.000'), provider: 'cal', booking: 'a', status: 'booked' },
    ...{ email: 'ANNA@example.org', occurredAt: at('15:00:00.000') },
    ...more,
  };
  return recordBooking(booking.id, booking, intake);
};
const send = (time: string, more: object = {}) => {
  const receivedAt = at(time);
  const id = idAt(receivedAt, 'lead');
  const lead = {
    ...{ id, receivedAt, kind: 'question', email: 'anna@example.org', idea: 'Hello', timestamp: receivedAt },
    ...{ address: '145.97.31.20', userAgent: firefox },
    ...more,
  };
  return acceptLead(id, lead, { ...intake, followUp: () => Promise.resolve() });
};
const visit = () =>
  recordVisits(
    [{ id: uuidv7(), data: { events: [visitEvent({ occurredAt: at('12:00:00.000') })] } }],
    intake,
  );
const goals = async () => {
  await buildAll(database.dataSource);
  return (await readSessions(database.dataSource)).map((session) => session.goals);
};

describe('a booking', () => {
  it('counts for the session that brought its lead, once however often it is reported', async () => {
    await visit();
    await send('12:05:00.000');
    const id = uuidv7();
    expect(await book({ id })).toBe('stored');
    expect(await book({ id })).toBe('known');
    await book({ status: 'moved', booking: 'b', replaces: 'a' });
    expect(await goals()).toEqual([['booked', 'question']]);
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
    expect(await database.query(`select 1 from reached_goals where goal = 'booked'`)).toHaveLength(1);
  });

  it('counts for a lead that comes within a day after it', async () => {
    await visit();
    await book({ occurredAt: at('12:01:00.000') });
    await send('12:05:00.000');
    expect(await goals()).toEqual([['booked', 'question']]);
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
  });

  it.each([
    ['of another address', { email: 'bob@example.org' }],
    ['that was made days before', { occurredAt: '2026-03-05T12:00:00.000Z' }],
    [
      'that is only heard of once it is cancelled',
      { status: 'cancelled' as const, occurredAt: at('12:01:00.000') },
    ],
  ])('%s does not', async (_name, more) => {
    await visit();
    await book(more);
    await send('12:05:00.000');
    expect(await goals()).toEqual([['question']]);
  });

  it('is stored once, whichever of it and its lead comes first', async () => {
    await visit();
    await Promise.all([book({ occurredAt: at('12:01:00.000') }), send('12:05:00.000')]);
    expect(await goals()).toEqual([['booked', 'question']]);
    expect(await database.query('select 1 from booking_events')).toHaveLength(1);
  });
});

it.each([['first'], ['second']])('a booking by phone counts for its lead, if it comes %s', async (place) => {
  const booked = () => book({ email: undefined, phone: '+31612345678', occurredAt: at('12:04:00.000') });
  await visit();
  if (place === 'first') await booked();
  await send('12:05:00.000', { kind: 'video-signup', email: undefined, phone: '+31 6 1234-5678' });
  if (place === 'second') await booked();
  expect(await goals()).toEqual([['booked', 'video-signup']]);
});

describe('a calendar that gives no time', () => {
  const statuses = () =>
    database
      .query('select status from booking_events order by occurred_at')
      .then((rows) => rows.map(({ status }) => status));
  const say = (status: RecordBooking['status'], time: string) =>
    book({ provider: 'custom', status, receivedAt: at(time), occurredAt: at(time) });

  it('can say booked, cancelled and booked again', async () => {
    expect(await say('booked', '12:00:00.000')).toBe('stored');
    expect(await say('booked', '12:00:09.000')).toBe('known');
    expect(await say('cancelled', '12:01:00.000')).toBe('stored');
    expect(await say('booked', '12:02:00.000')).toBe('stored');
    expect(await statuses()).toEqual(['booked', 'cancelled', 'booked']);
  });
});

it('sets aside what is no booking', async () => {
  expect(await recordBooking(uuidv7(), { email: 'a@b.nl' }, intake)).toBe('rejected');
  expect(await database.query('select reason from rejected_events')).toEqual([{ reason: 'not a booking' }]);
});
