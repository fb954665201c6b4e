import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, it } from 'vitest';
import { suppressEmail } from './suppress-email.js';
import { useDatabase } from '../testing/hooks.js';

let followedUp: string[];
const database = useDatabase();

beforeEach(() => {
  followedUp = [];
});

const suppress = (jobId: string, data: unknown) =>
  suppressEmail(jobId, data, {
    db: database.dataSource,
    onUnsubscribed: (_tx, { email }) => {
      followedUp.push(email);
      return Promise.resolve();
    },
  });
const { query } = database;

it('suppresses an address once, in lower case; the first unsubscribe stays', async () => {
  const first = { id: uuidv7(), receivedAt: '2026-03-10T12:00:00.000Z', email: 'You@Example.org' };
  await suppress(first.id, first);
  await suppress(first.id, first);
  const second = { id: uuidv7(), receivedAt: '2026-03-11T12:00:00.000Z', email: 'you@example.ORG' };
  await suppress(second.id, second);
  expect(await query('select * from suppressions')).toEqual([
    { email: 'you@example.org', id: first.id, suppressed_at: new Date(first.receivedAt) },
  ]);
  expect(followedUp).toEqual(['You@Example.org']);
});

it('suppresses the address of the lead that a link names, and nothing where it is gone', async () => {
  const leadId = uuidv7();
  await database.dataSource.query(
    `insert into leads (id, kind, email, client_timestamp, received_at)
    values ($1, 'newsletter', 'You@Example.org', '2026-03-10', now())`,
    [leadId],
  );
  const unsubscribe = (id: string) => ({ id: uuidv7(), receivedAt: '2026-03-10T12:00:00.000Z', leadId: id });
  await suppress('job', unsubscribe(leadId));
  await suppress('job', unsubscribe(uuidv7()));
  expect(await query('select email from suppressions')).toEqual([{ email: 'you@example.org' }]);
});

it('sets aside what is no unsubscribe', async () => {
  await suppress('job', { id: uuidv7() });
  expect(await query('select queue from rejected_events')).toEqual([{ queue: 'unsubscribes' }]);
});
