import type { AcceptLead } from '@voordeur/contracts/jobs';
import { createTestDatabase } from '@voordeur/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClaimedLead, claimsOf, digestLead, findRepeated, spillLead } from './equal-leads.js';

/* Claims are checked by api/src/leads/leads.int.spec.ts and worker/src/outbox/job-destination.int.spec.ts, over the queue. */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.dataSource.query('truncate outbox, leads cascade'));

const idOf = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;

function lead(n: number, given: Partial<AcceptLead> = {}): ClaimedLead {
  const one: AcceptLead = {
    ...{ id: idOf(n), kind: 'question', email: 'you@example.org', idea: 'How?', language: 'NL' },
    ...{ timestamp: '2026-03-10T12:00:00Z', receivedAt: '2026-03-10T12:00:00Z' },
    ...{ address: '203.0.113.7', userAgent: 'A browser', ...given },
  };
  return { ...one, claims: claimsOf(one, (digest) => digest.toString('base64url')) };
}
const spill = (...args: Parameters<typeof lead>) => spillLead(database.dataSource, lead(...args));
const spilled = () =>
  database.dataSource.query<Record<string, unknown>[]>(
    `select event_id as id, kind, destination, type, payload->>'idea' as idea from outbox order by 1`,
  );
/** As a worker stored it `hours` ago. */
function store(one: AcceptLead, hours: number) {
  const { idempotency, body } = digestLead(one);
  return database.dataSource.query(
    `insert into leads (id, kind, email, client_timestamp, received_at, idempotency_digest, body_digest)
    values ($1, 'question', 'you@example.org', now(), now() - $2 * interval '1 hour', $3, $4)`,
    [one.id, hours, idempotency, body],
  );
}

/** Statements that wait for a lock. */
async function waiting(): Promise<number> {
  const [locks] = await database.dataSource.query<{ waiting: number }[]>(
    `select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = database
      where not granted and datname = current_database()`,
  );
  return locks?.waiting ?? 0;
}

const key = { idempotencyKey: 'a key' };

describe('with Redis away', () => {
  it('keeps a lead as the job that it would have been', async () => {
    expect(await spill(1)).toBe(idOf(1));
    expect(await spilled()).toEqual([
      { id: idOf(1), kind: 'job', destination: 'signups', type: 'question', idea: 'How?' },
    ]);
  });

  it('keeps equal leads without a key apart; the worker tells them', async () => {
    expect([await spill(1), await spill(2)]).toEqual([idOf(1), idOf(2)]);
  });

  it('keeps one of the same key and body, and refuses another body', async () => {
    expect(await spill(1, key)).toBe(idOf(1));
    expect(await spill(2, key)).toBe(idOf(1));
    expect(await spilled()).toHaveLength(1);
    expect(await spill(3, { ...key, idea: 'Why?' })).toBeNull();
    expect(await spill(4, { idempotencyKey: 'another' })).toBe(idOf(4));
    expect(await spilled()).toHaveLength(2);
  });

  it('several at once with one key are kept once', async () => {
    // Readable, and not writable: each one that isn't held back by another has looked for the key before the first is kept.
    const held = database.dataSource.createQueryRunner();
    await held.startTransaction();
    await held.query('lock table outbox in share mode');
    const spills = Promise.all([spill(1, key), spill(2, key), spill(3, key)]);
    await expect.poll(waiting).toBe(3);
    await held.commitTransaction();
    await held.release();
    expect(new Set(await spills).size).toBe(1);
    expect(await spilled()).toHaveLength(1);
  });

  it('knows a lead that is stored already, for a day', async () => {
    await store(lead(1, key), 23.9);
    expect(await spill(2, key)).toBe(idOf(1));
    expect(await spill(3, { ...key, idea: 'Why?' })).toBeNull();
    await database.dataSource.query('truncate outbox, leads cascade');
    await store(lead(1, key), 24.1);
    expect(await spill(2, key)).toBe(idOf(2));
  });
});

describe('a lead that is stored', () => {
  async function isKnown(stored: AcceptLead, secondsLater: number, next: AcceptLead): Promise<boolean> {
    const { content, idempotency, body } = digestLead(stored);
    await database.dataSource.query(
      `insert into leads (id, kind, email, client_timestamp, received_at, content_digest, idempotency_digest, body_digest)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [stored.id, stored.kind, stored.email, stored.timestamp, stored.receivedAt, content, idempotency, body],
    );
    const receivedAt = new Date(Date.parse(stored.receivedAt) + secondsLater * 1_000).toISOString();
    const given = { lead: { ...next, receivedAt }, digests: digestLead(next) };
    return (await findRepeated(database.dataSource.manager, [given])).has(next.id);
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
    expect(await isKnown(lead(1, key), seconds, lead(2, key))).toBe(expected);
  });

  it('another text is another lead, with the same key too, and none repeats itself', async () => {
    expect(await isKnown(lead(1, key), 0, lead(2, { ...key, idea: 'Why?' }))).toBe(false);
    expect(await isKnown(lead(3, { idea: 'When?' }), 0, lead(3, { idea: 'When?' }))).toBe(false);
  });
});
