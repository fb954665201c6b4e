import { readLeadRetention } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import { retainLeads } from './retain-leads.js';

const database = useDatabase();
const { query } = database;
const now = new Date('2026-06-01T12:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

async function store(
  daysAgo: number,
  { kind = 'question', email = 'you@example.org' } = {},
): Promise<string> {
  const id = uuidv7();
  await query(
    `insert into leads (id, kind, email, client_timestamp, received_at) values ($1, $2, $3, '', $4)`,
    [id, kind, email, later(-daysAgo)],
  );
  return id;
}
const left = async () => (await query('select id from leads order by received_at')).map(({ id }) => id);
const retain = (days: number | undefined, at = now) => retainLeads(database.dataSource, days, at);

it('does nothing without a period', async () => {
  await store(5_000);
  expect(await retain(undefined)).toBe(0);
  expect(await left()).toHaveLength(1);
  expect(await readLeadRetention(database.dataSource.manager)).toBeNull();
});

it('announces a period for a week before it holds, and then removes what is older, once', async () => {
  const [old, young] = [await store(400), await store(300)];
  await query(`insert into lead_replies (id, lead_id, subject, text) values ($1, $2, 'a', 'a')`, [
    uuidv7(),
    old,
  ]);
  await query(
    `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, lead_id)
    values ($1, 'mail', 'smtp', 'lead-notice', $2, '{}', now(), $2), ($3, 'mail', 'smtp', 'lead-notice', $4, '{}', now(), $4)`,
    [uuidv7(), old, uuidv7(), young],
  );
  await query(`insert into reached_goals values ($1, 'question', '\\xaa', now())`, [old]);
  expect(await retain(365)).toBe(0);
  expect(await readLeadRetention(database.dataSource.manager)).toEqual({
    days: 365,
    from: later(7).toISOString(),
  });
  expect(await retain(365, later(6.9))).toBe(0);
  expect(await left()).toEqual([old, young]);
  expect(await retain(365, later(7))).toBe(1);
  expect(await retain(365, later(7))).toBe(0);
  expect(await left()).toEqual([young]);
  expect(await query('select lead_id from outbox')).toEqual([{ lead_id: young }]);
  expect(await query('select * from lead_replies')).toEqual([]);
  const goals = await query('select lead_id from reached_goals');
  expect(goals).toHaveLength(1);
  expect(goals[0]?.['lead_id']).not.toBe(old);
});

it('announces a shorter period again, and one that was switched off and on; a longer one holds at once', async () => {
  const id = await store(200);
  await retain(365);
  await retain(365, later(7));
  expect(await retain(100, later(8))).toBe(0);
  expect(await retain(100, later(14))).toBe(0);
  expect(await left()).toEqual([id]);
  await retain(undefined, later(15));
  expect(await retain(100, later(16))).toBe(0);
  expect(await retain(100, later(22))).toBe(0);
  expect(await retain(100, later(23))).toBe(1);
  const old = await store(1_000);
  expect(await retain(900, later(23))).toBe(1);
  expect(await left()).not.toContain(old);
});

it('keeps the signup of an address that is on the newsletter’s list', async () => {
  const listed = await store(400, { kind: 'newsletter', email: 'Reader@example.org' });
  await store(400, { kind: 'newsletter', email: 'gone@example.org' });
  for (const [email, state] of [
    ['reader@example.org', 'confirmed'],
    ['gone@example.org', 'unsubscribed'],
  ]) {
    await query(
      `insert into subscribers (email, id, state, language, lead_id, requested_at) values ($1, $2, $3, 'ENG', $4, now())`,
      [email, uuidv7(), state, listed],
    );
  }
  await retain(365);
  expect(await retain(365, later(8))).toBe(1);
  expect(await left()).toEqual([listed]);
});

it('takes a meeting that is over with the lead that booked it', async () => {
  await retain(365, later(-8));
  for (const days of [-10, 10])
    await query(
      `insert into meetings (id, state, kind, starts_at, ends_at, blocked, lead_id)
      values ($1, 'booked', 'call', now(), now() + make_interval(days => $2), 'empty', $3)`,
      [uuidv7(), days, await store(400)],
    );
  expect(await retain(365)).toBe(2);
  expect(await query('select ends_at > now() as ahead from meetings')).toEqual([{ ahead: true }]);
});
