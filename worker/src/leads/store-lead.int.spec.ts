import type { AcceptLead } from '@voordeur/contracts/jobs';
import { createTestDatabase } from '@voordeur/testing';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { clearDatabase } from '../testing/clear-database.js';
import { suppressEmail } from '../unsubscribes/suppress-email.js';
import { storeLead } from './store-lead.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => clearDatabase(database.dataSource));

const query = (sql: string) => database.dataSource.query<Record<string, unknown>[]>(sql);
const lead = (given: Partial<AcceptLead> = {}): AcceptLead => ({
  id: uuidv7(),
  receivedAt: '2026-03-10T12:00:00.000Z',
  kind: 'question',
  email: 'You@Example.org',
  idea: 'Line one\nline two',
  language: 'NL',
  timestamp: '2026-03-10T13:00:00+01:00',
  address: '145.97.31.20',
  userAgent: 'any',
  ...given,
});
const store = (data: unknown) => storeLead(database.dataSource, uuidv7(), data);

it('stores a lead once, as it was sent', async () => {
  const given = lead();
  await store(given);
  await store(given);
  expect(await query('select * from leads')).toMatchObject([
    {
      id: given.id,
      kind: 'question',
      status: 'new',
      email: 'You@Example.org',
      idea: 'Line one\nline two',
      language: 'NL',
      client_timestamp: '2026-03-10T13:00:00+01:00',
      received_at: new Date('2026-03-10T12:00:00.000Z'),
    },
  ]);
});

it.each([
  ['what is no lead', { kind: 'question' }],
  ['a lead that Postgres refuses', lead({ idea: 'a\u0000b' })],
  ['a lead with nobody to answer', { ...lead(), email: undefined }],
])('sets aside %s', async (_, data) => {
  const jobId = uuidv7();
  await storeLead(database.dataSource, jobId, data);
  await storeLead(database.dataSource, jobId, data);
  expect(await query('select queue from rejected_events')).toEqual([{ queue: 'signups' }]);
  expect(await query('select id from leads')).toEqual([]);
});

it('suppresses an address once, in lower case; the first unsubscribe stays', async () => {
  const first = { id: uuidv7(), receivedAt: '2026-03-10T12:00:00.000Z', email: 'You@Example.org' };
  await suppressEmail(database.dataSource, first.id, first);
  await suppressEmail(database.dataSource, first.id, first);
  const second = { id: uuidv7(), receivedAt: '2026-03-11T12:00:00.000Z', email: 'you@example.ORG' };
  await suppressEmail(database.dataSource, second.id, second);
  expect(await query('select * from suppressions')).toEqual([
    { email: 'you@example.org', id: first.id, suppressed_at: new Date(first.receivedAt) },
  ]);
});

it('suppresses the address of the lead that a link names, and nothing where it is gone', async () => {
  const given = lead();
  await store(given);
  const unsubscribe = (leadId: string) => ({ id: uuidv7(), receivedAt: '2026-03-10T12:00:00.000Z', leadId });
  await suppressEmail(database.dataSource, 'job', unsubscribe(given.id));
  await suppressEmail(database.dataSource, 'job', unsubscribe(uuidv7()));
  expect(await query('select email from suppressions')).toEqual([{ email: 'you@example.org' }]);
});

it('sets aside what is no unsubscribe', async () => {
  await suppressEmail(database.dataSource, 'job', { id: uuidv7() });
  expect(await query('select queue from rejected_events')).toEqual([{ queue: 'unsubscribes' }]);
});
