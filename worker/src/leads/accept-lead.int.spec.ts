import type { AcceptLead } from '@voordeur/contracts/jobs';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearDatabase } from '../testing/clear-database.js';
import { firefox, visitEvent } from '../testing/intake.js';
import { recordVisits } from '../intake/record-visits.js';
import { acceptLead, acceptLeads } from './accept-lead.js';
import { releaseLead } from './release-lead.js';
import { useDatabase, useIntake } from '../testing/hooks.js';

const database = useDatabase();
const intake = useIntake(database);
let followedUp: string[];

beforeEach(() => {
  followedUp = [];
});

const { query } = database;
const context = () => ({
  ...intake,
  // Runs in the transaction, so that a test sees whether it is rolled back with the lead.
  followUp: async (
    tx: { query: (sql: string, params: unknown[]) => Promise<unknown> },
    leads: AcceptLead[],
  ) => {
    await tx.query('select 1', []);
    followedUp.push(...leads.map(({ id }) => id));
  },
});
const accept = (data: unknown, jobId = uuidv7()) => acceptLead(jobId, data, context());
const lead = (given: Partial<AcceptLead> = {}): AcceptLead => ({
  id: uuidv7(),
  receivedAt: '2026-03-10T12:00:00.000Z',
  kind: 'question',
  email: 'You@Example.org',
  idea: 'Line one\nline two',
  language: 'NL',
  timestamp: '2026-03-10T13:00:00+01:00',
  address: '145.97.31.20',
  userAgent: firefox,
  ...given,
});
const later = (minutes: number) => new Date(Date.UTC(2026, 2, 10, 12, minutes)).toISOString();

describe('a lead', () => {
  it('is stored once, as it was sent, and followed up once', async () => {
    const given = lead();
    expect(await accept(given)).toBe('stored');
    expect(await accept(given)).toBe('known');
    expect(followedUp).toEqual([given.id]);
    expect(await query('select * from leads')).toMatchObject([
      {
        id: given.id,
        kind: 'question',
        status: 'new',
        verdict: 'accepted',
        email: 'You@Example.org',
        idea: 'Line one\nline two',
        language: 'NL',
        client_timestamp: '2026-03-10T13:00:00+01:00',
        received_at: new Date('2026-03-10T12:00:00.000Z'),
      },
    ]);
  });

  it('is no row when its follow-up fails, and is tried again', async () => {
    const given = lead();
    const failing = { ...context(), followUp: () => Promise.reject(new Error('away')) };
    await expect(acceptLead(uuidv7(), given, failing)).rejects.toThrow('away');
    expect(await query('select id from leads')).toEqual([]);
    expect(await accept(given)).toBe('stored');
  });

  it.each([
    ['what is no lead', { kind: 'question' }],
    ['a lead that Postgres refuses', lead({ idea: 'a\u0000b' })],
    ['a lead with nobody to answer', { ...lead(), email: undefined }],
  ])('sets aside %s', async (_, data) => {
    const jobId = uuidv7();
    expect(await accept(data, jobId)).toBe('rejected');
    expect(await accept(data, jobId)).toBe('rejected');
    expect(await query('select queue from rejected_events')).toEqual([{ queue: 'signups' }]);
    expect(await query('select id from leads')).toEqual([]);
  });
});

describe('several leads', () => {
  const jobsOf = (...leads: unknown[]) => leads.map((data) => ({ id: uuidv7(), data }));

  it('are stored by one transaction, each with its own outcome, and once', async () => {
    const [first, held] = [lead({ idea: 'Why?' }), lead({ idea: 'How?', honeypot: true })];
    const jobs = jobsOf(first, { kind: 'question' }, { ...first, id: uuidv7() }, held);
    expect(await acceptLeads(jobs, context())).toEqual(['stored', 'rejected', 'repeated', 'quarantined']);
    expect(await acceptLeads(jobs, context())).toEqual(['known', 'rejected', 'repeated', 'known']);
    expect(followedUp).toEqual([first.id]);
    expect(
      await query('select count(*)::int as n, count(distinct xmin::text)::int as transactions from leads'),
    ).toEqual([{ n: 2, transactions: 1 }]);
  });

  it('all fail if Postgres refuses one of them, so that each is tried alone', async () => {
    const good = lead();
    const jobs = jobsOf(good, lead({ idea: 'a\u0000b' }));
    await expect(acceptLeads(jobs, context())).rejects.toThrow();
    expect(await query('select id from leads union all select id from rejected_events')).toEqual([]);
    for (const job of jobs) await acceptLeads([job], context());
    expect(await query('select id from leads')).toEqual([{ id: good.id }]);
    expect(await query('select queue from rejected_events')).toEqual([{ queue: 'signups' }]);
  });

  it('in two transactions in different orders never deadlock', async () => {
    const leads = Array.from({ length: 20 }, (_, n) => lead({ email: `${n}@example.org`, idea: `${n}` }));
    const again = leads.map((one) => ({ ...one, id: uuidv7() })).reverse();
    const results = await Promise.all([
      acceptLeads(jobsOf(...leads), context()),
      acceptLeads(jobsOf(...again), context()),
    ]);
    expect(results.flat().sort()).toEqual([...leads.map(() => 'repeated'), ...leads.map(() => 'stored')]);
  });
});

describe('a repeated post', () => {
  it.each([
    ['the same within ten minutes', { receivedAt: later(10) }],
    ['in other capitals', { email: 'you@example.ORG', receivedAt: later(9) }],
    ['taken up before the first', { receivedAt: '2026-03-10T11:55:00.000Z' }],
  ])('makes no second lead: %s', async (_, change) => {
    await accept(lead());
    expect(await accept(lead(change))).toBe('repeated');
    expect(await query('select count(*)::int as n from leads')).toEqual([{ n: 1 }]);
    expect(followedUp).toHaveLength(1);
  });

  it.each([
    ['eleven minutes later', { receivedAt: later(11) }],
    ['another kind', { kind: 'setups' as const }],
    ['another text', { idea: 'Line one' }],
    ['another address', { email: 'me@example.org' }],
  ])('is a lead of its own: %s', async (_, change) => {
    await accept(lead());
    expect(await accept(lead(change))).toBe('stored');
  });

  it('is known by its key for 24 hours, on one path', async () => {
    const keyed = (change: Partial<AcceptLead>) => lead({ idempotencyKey: 'one form', ...change });
    await accept(keyed({}));
    expect(await accept(keyed({ timestamp: later(60), receivedAt: later(23 * 60) }))).toBe('repeated');
    expect(await accept(keyed({ kind: 'newsletter', receivedAt: later(30) }))).toBe('stored');
    expect(await accept(keyed({ receivedAt: later(25 * 60) }))).toBe('stored');
  });

  it.each([
    ['another text', { idea: 'changed' }],
    ['another kind of the same path', { kind: 'setups' as const }],
    ['another language', { language: 'ENG' as const, receivedAt: later(30) }],
  ])('is a lead of its own where its key came with another body: %s', async (_, change) => {
    const key = { idempotencyKey: 'one form' };
    await accept(lead(key));
    expect(await accept(lead({ ...key, ...change }))).toBe('stored');
  });

  it('makes one lead when many come at the same time', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => accept(lead())));
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(11);
  });
});

describe('a doubtful lead', () => {
  const signs: [string, Partial<AcceptLead>][] = [
    ['honeypot', { honeypot: true }],
    ['too fast', { elapsedMs: 12 }],
    ['honeypot, with the key of the other', { honeypot: true, idempotencyKey: 'one form' }],
  ];
  const both = (first: Partial<AcceptLead>, second: Partial<AcceptLead>) => [lead(first), lead(second)];

  it.each(signs)('hides no clean one and is hidden by none, in either order: %s', async (_, sign) => {
    const clean = sign.idempotencyKey ? { idempotencyKey: sign.idempotencyKey } : {};
    for (const pair of [both(sign, clean), both(clean, sign)]) {
      await clearDatabase(database.owner);
      followedUp = [];
      for (const given of [...pair, ...pair]) await accept(given);
      const cleanId = pair.find((given) => !given.honeypot && !given.elapsedMs)?.id;
      expect(followedUp).toEqual([cleanId]);
      expect(await query(`select id from leads where verdict = 'accepted'`)).toEqual([{ id: cleanId }]);
      expect(await query('select count(*)::int as n from leads')).toEqual([{ n: 2 }]);
    }
  });

  it('is one row however often it is posted', async () => {
    await accept(lead({ honeypot: true }));
    expect(await accept(lead({ elapsedMs: 3 }))).toBe('repeated');
  });

  it('is kept, with its reasons, and followed up only when it is released, once', async () => {
    const given = lead({ honeypot: true, elapsedMs: 40 });
    expect(await accept(given)).toBe('quarantined');
    expect(await query('select verdict, verdict_reasons from leads')).toEqual([
      { verdict: 'quarantined', verdict_reasons: ['honeypot', 'too-fast'] },
    ]);
    expect(followedUp).toEqual([]);
    for (const jobId of [uuidv7(), uuidv7()]) await releaseLead(jobId, { leadId: given.id }, context());
    expect(followedUp).toEqual([given.id]);
    expect(await query('select verdict from leads')).toEqual([{ verdict: 'released' }]);
  });

  it('lets what was held with it go when it is released', async () => {
    const given = lead();
    await accept(given);
    const plan = (state: string, due: string | null) =>
      query(
        `insert into outbox (id, kind, destination, type, event_id, lead_id, payload, occurred_at, state, due_at)
        values (gen_random_uuid(), 'webhook', 'question', $2, $1, $1, '{}', now(), $2, $3)`,
        [given.id, state, due],
      );
    await plan('waiting', null);
    await plan('failed', null);
    await query(`update leads set verdict = 'quarantined'`);
    await releaseLead(uuidv7(), { leadId: given.id }, context());
    expect(await query('select state, due_at <= now() as due from outbox order by state')).toEqual([
      { state: 'failed', due: null },
      { state: 'waiting', due: true },
    ]);
  });

  it('cannot be released when nobody doubts it', async () => {
    const given = lead();
    await accept(given);
    await releaseLead(uuidv7(), { leadId: given.id }, context());
    await releaseLead(uuidv7(), { leadId: uuidv7() }, context());
    expect(followedUp).toEqual([given.id]);
    expect(await query('select verdict from leads')).toEqual([{ verdict: 'accepted' }]);
  });
});

describe('the visit it came from', () => {
  const record = (...events: ReturnType<typeof visitEvent>[]) =>
    recordVisits([{ id: uuidv7(), data: { events } }], intake);
  const at = (occurredAt: string, given = {}) => visitEvent({ occurredAt, ...given });
  const entry = { page: '/learn?utm_source=letter', referrer: 'https://example.org/list' };
  const inside = { page: '/booking', referrer: 'http://localhost:8080/learn' };
  const read = () =>
    query('select visit_match, first_page, referrer, utm_source from leads').then(([row]) => row);
  const nothing = { first_page: null, referrer: null, utm_source: null };

  it('is certain when they came in once that day', async () => {
    await record(at('2026-03-10T11:00:00.000Z', entry), at('2026-03-10T11:59:00.000Z', inside));
    await accept(lead());
    expect(await read()).toEqual({
      visit_match: 'certain',
      first_page: '/learn',
      referrer: 'https://example.org/list',
      utm_source: 'letter',
    });
  });

  it('is ambiguous when they came in twice', async () => {
    await record(at('2026-03-10T09:00:00.000Z'), at('2026-03-10T11:00:00.000Z', entry));
    await accept(lead());
    expect(await read()).toEqual({ visit_match: 'ambiguous', ...nothing });
  });

  it('is not looked for when they asked not to be counted', async () => {
    await record(at('2026-03-10T11:00:00.000Z', entry));
    await accept(lead({ notCounted: true }));
    expect(await read()).toEqual({ visit_match: 'not-counted', ...nothing });
  });

  it.each([
    ['another day', at('2026-03-09T22:59:00.000Z', entry)],
    ['another address', at('2026-03-10T11:00:00.000Z', { ...entry, address: '145.97.31.21' })],
    ['another agent', at('2026-03-10T11:00:00.000Z', { ...entry, userAgent: `${firefox} x` })],
    ['after the lead', at('2026-03-10T12:00:01.000Z', entry)],
  ])('is unknown: %s', async (_, visit) => {
    await record(visit);
    await accept(lead());
    expect(await read()).toEqual({ visit_match: 'unknown', ...nothing });
  });
});
