import { ownerCheckDestination } from '@voordeur/contracts/db';
import type { OwnerCheck } from '@voordeur/contracts/http';
import { planEffect } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase, useReceiver } from '../testing/hooks.js';
import { sendDue } from '../testing/send-due.js';
import { answerStatus } from '../testing/start-receiver.js';
import { checkDestination } from './check-destination.js';

const database = useDatabase();
const calendar = useReceiver();
beforeEach(() => database.query('truncate outbox cascade'));

/** Makes one attempt at a check, and reads what is stored of it. */
async function check(
  type: OwnerCheck,
  payload: Record<string, string>,
  surroundings: Partial<Parameters<typeof checkDestination>[0]> = {},
) {
  await database.dataSource.transaction((tx) =>
    planEffect(tx, {
      ...{ kind: 'check', destination: ownerCheckDestination, type, payload },
      ...{ eventId: uuidv7(), occurredAt: new Date().toISOString() },
    }),
  );
  await sendDue(database.dataSource, [checkDestination({ allowPrivate: true, ...surroundings })]);
  const [row] = await database.query(
    `select state, last_error as error, response_start as found
    from outbox join outbox_attempts on effect_id = id`,
  );
  return row as { state: string; error: string | null; found: string | null };
}

describe('a booking page', () => {
  it('is asked for once, and is there', async () => {
    calendar.answerWith(answerStatus(200));
    const address = calendar.url;
    expect(await check('booking-page', { address })).toEqual({
      ...{ state: 'sent', error: null },
      found: JSON.stringify({ address }),
    });
    expect(calendar.requests).toMatchObject([{ method: 'GET', body: '' }]);
  });

  it.each([404, 500])('that answers %d is not, and is not asked for again', async (status) => {
    calendar.answerWith(answerStatus(status));
    expect(await check('booking-page', { address: calendar.url })).toMatchObject({
      ...{ state: 'failed', error: String(status) },
    });
  });

  it('may lead on to another one', async () => {
    calendar.answerWith(answerStatus(302, { location: '/elsewhere' }));
    expect(await check('booking-page', { address: calendar.url })).toMatchObject({ state: 'sent' });
    expect(calendar.requests).toHaveLength(1);
  });

  it('in our own network is not asked for', async () => {
    const asked = { address: calendar.url };
    expect(await check('booking-page', asked, { allowPrivate: false })).toMatchObject({
      ...{ state: 'failed', error: 'address-not-allowed' },
    });
    expect(calendar.requests).toEqual([]);
  });
});

it('stores the records of a domain', async () => {
  const names = { resolveTxt: () => Promise.resolve([['v=spf1 -all']]) };
  const row = await check('mail-records', { domain: 'example.org' }, { names });
  expect(row).toMatchObject({ state: 'sent', error: null });
  expect(JSON.parse(row.found ?? '')).toMatchObject({
    ...{ domain: 'example.org', spf: { state: 'found', text: 'v=spf1 -all' } },
    ...{ dmarc: { state: 'missing' }, dkim: { state: 'missing' } },
  });
});
