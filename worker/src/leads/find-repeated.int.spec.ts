import type { AcceptLead } from '@voordeur/contracts/jobs';
import { digestLead } from '@voordeur/server';
import { expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import { isRepeated } from './find-repeated.js';

const database = useDatabase();

const receivedMs = Date.parse('2026-03-10T12:00:00Z');
const lead = (id: number, given: Partial<AcceptLead> = {}): AcceptLead => ({
  ...{
    id: `00000000-0000-7000-8000-00000000000${id}`,
    kind: 'question',
    email: 'you@example.org',
    idea: 'How?',
  },
  ...{ language: 'NL', timestamp: '2026-03-10T12:00:00Z', receivedAt: new Date(receivedMs).toISOString() },
  ...{ address: '203.0.113.7', userAgent: 'A browser', ...given },
});

async function isKnown(stored: AcceptLead, secondsLater: number, next: AcceptLead): Promise<boolean> {
  const { content, idempotency, body } = digestLead(stored);
  await database.query(
    `insert into leads (id, kind, email, client_timestamp, received_at, content_digest, idempotency_digest, body_digest)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [stored.id, stored.kind, stored.email, stored.timestamp, stored.receivedAt, content, idempotency, body],
  );
  const receivedAt = new Date(receivedMs + secondsLater * 1_000).toISOString();
  return isRepeated(database.dataSource.manager, { ...next, receivedAt }, digestLead(next));
}

const minute = 60;
const hour = 60 * minute;

it.each([
  [-10 * minute, true],
  [10 * minute, true],
  [-10 * minute - 1, false],
  [10 * minute + 1, false],
])('the same text %d seconds later is a repetition: %s', async (seconds, expected) => {
  expect(await isKnown(lead(1), seconds, lead(2))).toBe(expected);
});

it.each([
  [-24 * hour, true],
  [24 * hour, true],
  [-24 * hour - 1, false],
  [24 * hour + 1, false],
])('the same key and body %d seconds later are a repetition: %s', async (seconds, expected) => {
  const key = { idempotencyKey: 'a key' };
  expect(await isKnown(lead(1, key), seconds, lead(2, key))).toBe(expected);
});

it('another text is another lead, with the same key too, and none repeats itself', async () => {
  const key = { idempotencyKey: 'a key' };
  expect(await isKnown(lead(1, key), 0, lead(2, { ...key, idea: 'Why?' }))).toBe(false);
  expect(await isKnown(lead(3, { idea: 'When?' }), 0, lead(3, { idea: 'When?' }))).toBe(false);
});
