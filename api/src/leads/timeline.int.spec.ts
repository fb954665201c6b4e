import type { LeadTimeline } from '@voordeur/contracts/http';
import { eventIdAt, firstIdAt } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const test = useApp();
const owner = useOwner(test);
const query = (sql: string, values: unknown[] = []) =>
  test.database.dataSource.query<Record<string, unknown>[]>(sql, values);

const minuteMs = 60_000;
const now = Math.floor(Date.now() / 1_000) * 1_000;
const at = (minutes: number) => new Date(now + minutes * minuteMs).toISOString();

async function storeLead(given: { email?: string | null; phone?: string | null; minutes?: number } = {}) {
  const { email = 'you@example.org', phone = null, minutes = 0 } = given;
  const id = uuidv7();
  await query(
    `insert into leads (id, kind, email, phone, idea, client_timestamp, received_at, answered_at, note, noted_at)
    values ($1, 'question', $2, $3, 'How?', '', $4, $5, 'Rang', $6)`,
    [id, email, phone, at(minutes), at(40), at(50)],
  );
  return id;
}

const visit = (visitor: string, minutes: number, page: string) =>
  query(
    `insert into visits (id, occurred_at, source, page, visitor, country) values ($1, $2, 'beacon', $3, decode($4, 'hex'), 'NL')`,
    [eventIdAt(now + minutes * minuteMs).id, at(minutes), page, visitor],
  );
const effect = (
  leadId: string,
  kind: string,
  destination: string,
  type: string,
  minutes: number,
  state: string,
) =>
  query(
    `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, lead_id, state, created_at)
    values ($1, $2, $3, $4, $1, '{}', $7, $5, $6, $7)`,
    [uuidv7(), kind, destination, type, leadId, state, at(minutes)],
  );
const read = async (id: string) =>
  (await owner.get(`/api/admin/leads/${id}/timeline`).expect(200)).body as LeadTimeline;

beforeAll(async () => {
  const first = new Date(new Date(now).toISOString().slice(0, 7));
  for (const months of [-1, 0]) {
    const [from, to] = [months, months + 1].map((more) =>
      Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + more),
    ) as [number, number];
    await query('select make_visits_partition($1, $2, $3)', [
      new Date(from).toISOString().slice(0, 10),
      firstIdAt(from),
      firstIdAt(to),
    ]);
  }
});

it('tells of pages, videos, the form, mails, deliveries, replies, bookings and the note, in their order', async () => {
  const id = await storeLead();
  const [visitor, other] = ['aa'.repeat(16), 'bb'.repeat(16)];
  await visit(visitor, -10, '/');
  await visit(other, -9, '/of-somebody-else');
  await visit(visitor, -5, '/learn');
  await query(
    `insert into video_views (id, view_id, video_id, video_title, watched_seconds, occurred_at, visitor, country)
    values ($1, $1, 'video-1', 'A kettle', 42, $2, decode($3, 'hex'), 'NL')`,
    [uuidv7(), at(-3), visitor],
  );
  await query(`insert into reached_goals values ($1, 'question', decode($2, 'hex'), $3)`, [
    id,
    visitor,
    at(0),
  ]);
  await effect(id, 'mail', 'smtp', 'lead-notice', 1, 'sent');
  await effect(id, 'webhook', 'question', 'lead', 2, 'failed');
  await query(
    `insert into lead_replies (id, lead_id, subject, text, created_at, sent_at) values ($1, $2, 'Yes', 'Yes', $3, $3)`,
    [uuidv7(), id, at(30)],
  );
  await query(
    `insert into booking_events (id, provider, booking, status, email, starts_at, occurred_at, received_at)
    values ($1, 'cal', 'b', 'booked', 'You@Example.org', '2026-03-10T12:00:00Z', $2, $2)`,
    [uuidv7(), at(60)],
  );
  const { entries } = await read(id);
  expect(entries.map(({ what, name, state }) => [what, name, state])).toEqual([
    ['page', '/', null],
    ['page', '/learn', null],
    ['video', 'A kettle', '42'],
    ['form', 'question', null],
    ['mail', 'lead-notice', 'sent'],
    ['delivery', 'question', 'failed'],
    ['reply', 'Yes', 'sent'],
    ['answered', '', null],
    ['note', '', null],
    ['booking', 'booked', '2026-03-10T12:00:00Z'],
  ]);
  expect(entries.map((entry) => entry.at)).toEqual(entries.map((entry) => entry.at).sort());
});

it('names the other leads of the same address or number, and nobody else’s', async () => {
  await query('truncate leads, booking_events cascade');
  const first = await storeLead({ email: 'ME@example.org', phone: '+31 6-12' });
  const byAddress = await storeLead({ email: 'me@example.org' });
  const byNumber = await storeLead({ email: null, phone: '(31) 612' });
  await storeLead({ email: 'ame@example.org', phone: '0612' });
  expect((await read(first)).history.map(({ id }) => id)).toEqual([byNumber, byAddress]);
  expect((await read(byAddress)).history).toMatchObject([{ id: first, kind: 'question', idea: 'How?' }]);
});

it('is for the owner only, and of a lead that is there', async () => {
  await test.http.get(`/api/admin/leads/${await storeLead()}/timeline`).expect(401);
  for (const id of [uuidv7(), 'nonsense', '%00'])
    await owner.get(`/api/admin/leads/${id}/timeline`).expect(404);
});
