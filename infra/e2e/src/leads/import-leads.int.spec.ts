import type { LeadCounts, LeadOfPage, LeadsPage } from '@voordeur/contracts/http';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp } from '@voordeur/api/testing';
import { importLeads, readLeads } from '@voordeur/worker/testing';

/** A file that the api of one installation wrote, in the inbox of another. */
let test: Awaited<ReturnType<typeof createTestApp>>;
let token: string;

beforeAll(async () => {
  test = await createTestApp();
  token = await test.login();
});
afterAll(() => test.close());

const read = (path: string, accept = 'application/json') =>
  test.fastify.inject({ url: `/api/admin/${path}`, headers: { authorization: `Bearer ${token}`, accept } });
const list = async () => (await read('leads')).json<LeadsPage>().leads;
const query = (sql: string, values: unknown[] = []) => test.database.dataSource.query<unknown[]>(sql, values);

async function store(given: Record<string, unknown>): Promise<void> {
  const row: Record<string, unknown> = {
    ...{ id: uuidv7(), kind: 'question', email: 'anna@example.org', status: 'new' },
    ...{ client_timestamp: '2026-03-10T13:00:00+01:00', received_at: '2026-03-10T12:00:00.123Z' },
    ...given,
  };
  const names = Object.keys(row);
  await query(
    `insert into leads (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
}

const past = (lead: LeadOfPage): LeadOfPage => ({
  ...lead,
  imported: true,
  answer: null,
  verdictReasons: [],
});

it('is the same there, marked, and nobody waits for an answer', async () => {
  await store({ idea: 'plain, "quoted"\nand; more\r\n', language: 'NL' });
  await store({ idea: ' =1+1;=2\n@x', email: '=you@example.org', note: '-1', verdict: 'released' });
  await store({
    status: 'answered',
    answered_at: '2026-03-11T12:00:00Z',
    note: 'Rang\nback',
    language: 'ENG',
  });
  await store({
    kind: 'video-signup',
    email: null,
    phone: '+31 6 1234',
    video_id: 'video-1',
    watched_seconds: 12,
  });
  await store({ kind: 'newsletter', status: 'archived', email: 'odd@[127.0.0.1].example' });
  await store({
    visit_match: 'certain',
    first_page: '/learn',
    referrer: 'https://example.org/',
    utm_source: '+a',
  });
  await store({ verdict: 'quarantined', idea: 'Buy now' });
  const there = await list();
  const csv = (await read('leads', 'text/csv')).rawPayload;

  await query('truncate leads, outbox cascade');
  const now = new Date('2026-04-01T12:00:00Z');
  const bring = async (file: Buffer) => readLeads(file, { timeZone: 'Europe/Amsterdam', now });
  const { leads, quarantined } = await bring(csv);
  expect(quarantined).toBe(1);
  expect(await importLeads(test.database.dataSource, leads)).toEqual({ stored: 6, subscribed: 0 });
  expect(await list()).toEqual(there.filter(({ verdict }) => verdict !== 'quarantined').map(past));
  expect(await importLeads(test.database.dataSource, leads)).toEqual({ stored: 0, subscribed: 0 });

  const { toAnswer, signUps, late } = (await read('leads/counts')).json<LeadCounts>();
  expect([toAnswer + signUps, late]).toEqual([4, 0]);
  expect(await query('select 1 from outbox')).toEqual([]);

  // Exported again it is the same file, and comes in once more.
  const again = (await read('leads', 'text/csv')).rawPayload;
  await query('truncate leads, lead_replies');
  await importLeads(test.database.dataSource, (await bring(again)).leads);
  expect((await read('leads', 'text/csv')).rawPayload.toString()).toBe(again.toString());
});
