import type { HomeAnswer } from '@voordeur/contracts/http';
import { DateTime } from 'luxon';
import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';
import { readHome } from './read-home.js';

const test = useApp();
const owner = useOwner(test);
const query = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  test.database.dataSource.query<Row[]>(sql, values);

beforeEach(() =>
  query('truncate leads, outbox, webhook_endpoints, days, imported_days, videos_by_day cascade'),
);

const zone = 'Europe/Amsterdam';
/** Wednesday, the week after the clocks went back. */
const now = new Date('2026-10-28T08:00:00+01:00');
const read = (off: { daysOff?: 'sunday'[]; timeZone?: string } = {}, at = now) =>
  readHome(test.database.dataSource, at, { daysOff: [], timeZone: zone, ...off });

interface LeadToStore {
  kind?: string;
  email?: string;
  idea?: string | null;
  status?: string;
  verdict?: string;
  imported?: boolean;
  match?: string;
  source?: string | null;
  referrer?: string | null;
}

async function store(receivedAt: string, lead: LeadToStore = {}): Promise<string> {
  const { kind = 'question', email = 'you@example.org', idea = 'A question', status = 'new' } = lead;
  const { verdict = 'accepted', imported = false, match = 'unknown', source = null, referrer = null } = lead;
  const id = uuidv7();
  await query(
    `insert into leads (id, kind, email, idea, status, verdict, imported, visit_match, utm_source, referrer,
      client_timestamp, received_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', $11)`,
    [id, kind, email, idea, status, verdict, imported, match, source, referrer, receivedAt],
  );
  return id;
}

async function fail(destination: string, at: string, state = 'failed', leadId: string | null = null) {
  await query(
    `insert into outbox (id, kind, destination, type, event_id, payload, lead_id, occurred_at, state, created_at, due_at)
    values ($1, $2, $3, 'x', $1, '{}', $4, $5, $6, $5, case $6 when 'waiting' then $5::timestamptz end)`,
    [uuidv7(), destination.startsWith('smtp') ? 'mail' : 'webhook', destination, leadId, at, state],
  );
}

it('is for the owner only, and empty on the first morning', async () => {
  await test.http.get('/api/admin/home').expect(401);
  const answer = await owner.get('/api/admin/home').expect(200);
  expect(answer.body).toEqual({
    meetings: [],
    waiting: [],
    waitingCount: 0,
    quarantined: 0,
    days: [],
    leads: { thisWeek: 0, lastWeek: 0 },
    failedEndpoints: [],
    failedErasures: [],
    failedReplies: [],
    asOf: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  });
});

it('has the meetings of today, in the zone of the site, that were not cancelled', async () => {
  await query('truncate meetings');
  const meet = (startsAt: string, state = 'booked', name: string | null = startsAt) =>
    query(
      `insert into meetings (id, state, kind, starts_at, ends_at, blocked, name, title)
      values ($1, $2, 'call', $3, $3, tstzrange($3, $3), $4, 'Free call')`,
      [uuidv7(), state, startsAt, name],
    );
  await meet('2026-10-28T10:30:00+01:00');
  await meet('2026-10-28T00:00:00+01:00', 'done');
  await meet('2026-10-28T23:59:00+01:00', 'no-show');
  await meet('2026-10-28T12:00:00+01:00', 'cancelled');
  await meet('2026-10-28T13:00:00+01:00', 'held', null);
  await meet('2026-10-27T23:59:00+01:00');
  await meet('2026-10-29T00:00:00+01:00');
  const { meetings } = await read();
  expect(meetings.map(({ startsAt }) => startsAt)).toEqual([
    '2026-10-27T23:00:00.000Z',
    '2026-10-28T09:30:00.000Z',
    '2026-10-28T22:59:00.000Z',
  ]);
  expect(meetings[1]).toMatchObject({ name: '2026-10-28T10:30:00+01:00', title: 'Free call' });
});

it('has first whose answer is due first, with what they wrote on one line and the time of the promise', async () => {
  const late = await store('2026-10-27T07:59:00+01:00', { idea: '  Hello,\r\n\r\n\tcan you\nhelp?  ' });
  const fresh = await store('2026-10-28T07:00:00+01:00', { kind: 'setups', idea: 'é'.repeat(300) });
  await store('2026-10-27T09:00:00+01:00', { status: 'answered' });
  await store('2026-10-27T09:00:00+01:00', { status: 'archived' });
  await store('2026-10-27T09:00:00+01:00', { kind: 'newsletter', idea: null });
  await store('2026-10-27T09:00:00+01:00', { imported: true });
  await store('2026-10-27T09:00:00+01:00', { verdict: 'quarantined' });
  const soon = await store('2026-10-27T09:00:00+01:00', { verdict: 'released', email: 'soon@example.org' });
  await fail('smtp-replies', '2026-10-27T12:00:00Z', 'failed', soon);

  const { waiting, waitingCount, quarantined, failedReplies } = await read();
  expect(waiting).toEqual([
    {
      id: late,
      sender: 'you@example.org',
      excerpt: 'Hello, can you help?',
      answer: { state: 'late', dueAt: '2026-10-28T06:59:00.000Z' },
    },
    {
      id: soon,
      sender: 'soon@example.org',
      excerpt: 'A question',
      answer: { state: 'soon', dueAt: '2026-10-28T08:00:00.000Z' },
    },
    {
      id: fresh,
      sender: 'you@example.org',
      excerpt: 'é'.repeat(200),
      answer: { state: 'due', dueAt: '2026-10-29T06:00:00.000Z' },
    },
  ]);
  expect([waitingCount, quarantined]).toEqual([3, 1]);
  expect(failedReplies).toEqual([{ leadId: soon, sender: 'soon@example.org' }]);

  await query(`update leads set status = 'answered' where id = $1`, [soon]);
  expect((await read()).failedReplies).toEqual([]);
});

it('leaves the days off out of the promise', async () => {
  // Saturday noon; Sunday has 25 hours that don't count.
  await store('2026-10-24T12:00:00+02:00');
  const { waiting } = await read({ daysOff: ['sunday'] });
  expect(waiting.map(({ answer }) => answer.dueAt)).toEqual(['2026-10-26T11:00:00.000Z']);
});

it('lists five of those who wait, and counts all', async () => {
  for (let minute = 10; minute < 17; minute += 1) await store(`2026-10-28T07:${minute}:00+01:00`);
  const { waiting, waitingCount } = await read();
  expect(waiting).toHaveLength(5);
  expect(waitingCount).toBe(7);
});

it('has the page views of 28 days up to yesterday in days of the zone, and none before the first', async () => {
  await query(`insert into days (day, people, people_by_hour, bots, visitors)
    select day, extract(doy from day), '{}', 1000, 1 from generate_series('2026-09-01'::date, '2026-10-28', '1 day') as day
    where day <> '2026-10-20'`);
  const { days } = await read();
  expect(days).toHaveLength(28);
  expect(days[0]).toEqual({ day: '2026-09-30', visitors: 273 });
  expect(days.at(-8)).toEqual({ day: '2026-10-20', visitors: 0 });
  expect(days.at(-1)).toEqual({ day: '2026-10-27', visitors: 300 });
  // In Auckland it's already the 28th, eleven hours ahead of UTC before the next midnight here.
  const late = new Date('2026-10-27T12:00:00Z');
  expect((await read({}, late)).days.at(-1)?.day).toBe('2026-10-26');
  expect((await read({ timeZone: 'Pacific/Auckland' }, late)).days.at(-1)?.day).toBe('2026-10-27');

  await query(`delete from days where day < '2026-10-25'`);
  expect((await read()).days.map(({ day }) => day)).toEqual(['2026-10-25', '2026-10-26', '2026-10-27']);
  await query(`delete from days where day < '2026-10-28'`);
  expect((await read()).days).toEqual([]);
});

const certain = (from: Pick<LeadToStore, 'source' | 'referrer'>): LeadToStore => ({
  match: 'certain',
  ...from,
});
const list = certain({ referrer: 'https://WWW.list.example:8443/path?x=1' });

it.each<[string, LeadToStore[], HomeAnswer['leads']['best']]>([
  ['one lead', [list], { source: 'www.list.example', leads: 1 }],
  ['one that nobody knows of', [{}], undefined],
  ['two of a source', [list, list, certain({})], { source: 'www.list.example', leads: 2 }],
  [
    'a campaign',
    [certain({ source: 'letter', referrer: 'https://list.example' }), certain({ source: 'letter' })],
    { source: 'letter', leads: 2 },
  ],
  ['most came directly', [certain({}), certain({}), list], { source: null, leads: 2 }],
  ['a tie', [list, list, certain({}), certain({})], undefined],
  ['one of each', [list, certain({})], undefined],
  ['one known among three', [list, {}, {}], undefined],
  ['more unknown than known', [{}, {}, {}, list, list], { source: 'www.list.example', leads: 2 }],
])('names the best source of the week: %s', async (_, leads, best) => {
  for (const lead of leads) await store('2026-10-27T12:00:00+01:00', { kind: 'newsletter', ...lead });
  const found = (await read()).leads;
  expect(found).toEqual({ thisWeek: leads.length, lastWeek: 0, ...(best && { best }) });
});

it('agrees with a recount of many leads, by weeks that begin on Monday in the zone', async () => {
  const hosts = ['a.example', 'b.example', 'c.example'];
  const stored: { at: DateTime; lead: LeadToStore }[] = [];
  // Two weeks and a bit, every 97 minutes, over the night in which the clocks go back.
  let at = DateTime.fromJSDate(now, { zone });
  for (let n = 0; n < 230; n += 1) {
    at = at.minus({ minutes: 97 });
    const lead: LeadToStore = {
      kind: ['setups', 'question', 'newsletter', 'prompt-signup'][n % 4] ?? '',
      status: n % 3 === 0 ? 'new' : 'answered',
      verdict: n % 7 === 0 ? 'quarantined' : 'accepted',
      imported: n % 11 === 0,
      match: n % 5 === 0 ? 'ambiguous' : 'certain',
      referrer: n % 2 === 0 ? `https://${hosts[(n * n) % 3] ?? ''}/` : null,
      source: n % 2 === 1 && n % 3 === 1 ? 'letter' : null,
    };
    stored.push({ at, lead });
    await store(at.toISO() ?? '', lead);
  }
  const weekOf = ({ at: time }: { at: DateTime }) => time.setZone(zone).toFormat("kkkk-'W'WW");
  const real = stored.filter(({ lead }) => lead.verdict !== 'quarantined' && !lead.imported);
  const thisWeek = real.filter((one) => weekOf(one) === '2026-W44');
  const tally = new Map<string, number>();
  for (const { lead } of thisWeek) {
    if (lead.match !== 'certain') continue;
    const name = lead.source ?? lead.referrer?.slice('https://'.length, -1) ?? 'directly';
    tally.set(name, (tally.get(name) ?? 0) + 1);
  }
  const most = Math.max(...tally.values());
  const [best, ...tied] = [...tally].filter(([, leads]) => leads === most).map(([name]) => name);
  const wait = real.filter(({ lead }) => lead.status === 'new' && /setups|question/.test(lead.kind ?? ''));

  const home = await read();
  expect(home.leads).toEqual({
    thisWeek: thisWeek.length,
    lastWeek: real.filter((one) => weekOf(one) === '2026-W43').length,
    ...(tied.length === 0 && { best: { source: best === 'directly' ? null : best, leads: most } }),
  });
  expect(home.waitingCount).toBe(wait.length);
  expect(home.quarantined).toBe(stored.filter(({ lead }) => lead.verdict === 'quarantined').length);
});

it('says how many leads of yesterday, in the zone of the site, are in quarantine', async () => {
  const held = { verdict: 'quarantined' };
  await store('2026-10-26T23:59:59+01:00', held);
  expect(await read()).not.toHaveProperty('quarantinedYesterday');
  await store('2026-10-27T00:00:00+01:00', held);
  await store('2026-10-27T23:59:59+01:00', held);
  await store('2026-10-27T12:00:00+01:00', { ...held, imported: true });
  await store('2026-10-27T12:00:00+01:00', { verdict: 'released' });
  await store('2026-10-28T00:00:00+01:00', held);
  expect(await read()).toMatchObject({ quarantinedYesterday: 2, quarantined: 5 });
});

it('names whom an erasure failed to erase, by whatever the owner asked for, until it is done', async () => {
  const ids: string[] = [];
  for (const [payload, state] of [
    [{ email: 'gone@example.org' }, 'failed'],
    [{ phone: '0612345678' }, 'failed'],
    [{ text: 'call me' }, 'failed'],
    [{ email: 'later@example.org' }, 'waiting'],
  ] as const) {
    const id = uuidv7();
    ids.push(id);
    await query(
      `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, state, due_at)
      values ($1, 'erasure', 'erasures', 'erase', $1, $2, now(), $3, case $3 when 'waiting' then now() end)`,
      [id, JSON.stringify(payload), state],
    );
  }
  expect((await read()).failedErasures).toEqual([
    { id: ids[0], person: 'gone@example.org' },
    { id: ids[1], person: '0612345678' },
    { id: ids[2], person: 'call me' },
  ]);
  await query(`update outbox set state = 'sent' where kind = 'erasure'`);
  expect((await read()).failedErasures).toEqual([]);
});

it('names the endpoints at which something failed or that are off, as a replay needs it', async () => {
  await fail('question', '2026-10-27T10:00:00.123456Z');
  await fail('question', '2026-10-27T11:00:00Z');
  await fail('question', '2026-10-27T11:00:00Z', 'sent');
  await fail('setups', '2026-10-27T12:00:00Z', 'waiting');
  await fail('newsletter', '2026-10-27T12:00:00Z', 'waiting');
  await query(`insert into webhook_endpoints (name, off_since, off_reason) values ('setups', now(), 'gone')`);
  await fail('smtp', '2026-10-27T13:00:00Z');
  await fail('smtp', '2026-10-27T09:00:00Z');
  await query(`update outbox set type = 'confirm' where created_at = '2026-10-27T09:00:00Z'`);

  const { failedEndpoints } = await read();
  const since = '2026-10-27T10:00:00.123Z';
  expect(failedEndpoints).toEqual([
    { endpoint: 'question', failed: 2, since, isOff: false, waiting: 0 },
    { endpoint: 'setups', failed: 0, since: null, isOff: true, waiting: 1 },
    { endpoint: 'smtp', failed: 1, since: '2026-10-27T13:00:00.000Z', isOff: false, waiting: 0 },
  ]);
  const replay = async (endpoint: string) =>
    (
      await owner
        .post('/api/admin/deliveries/replay', { endpoint, from: since, to: now.toISOString() })
        .expect(202)
    ).body as object;
  expect(await replay('question')).toEqual({ replayed: 2 });
  expect(await replay('smtp')).toEqual({ replayed: 1 });
  await owner.post('/api/admin/webhook-endpoints/setups/on').expect(200);
  expect((await read()).failedEndpoints).toEqual([]);
});

it('says within which time half of the questions were answered; one that waits counts as long as it has', async () => {
  const asked = async (receivedAt: string, answeredAt: string | null, lead: LeadToStore = {}) => {
    const id = await store(receivedAt, { status: answeredAt ? 'answered' : 'new', ...lead });
    await query('update leads set answered_at = $2 where id = $1', [id, answeredAt]);
  };
  await asked('2026-10-20T08:00:00Z', '2026-10-20T08:30:00Z');
  await asked('2026-10-21T08:00:00Z', '2026-10-21T12:00:00Z');
  // An hour until now.
  await asked('2026-10-28T06:00:00Z', null);
  // None of these was a question to answer within these days.
  await asked('2026-10-22T08:00:00Z', '2026-10-27T08:00:00Z', { kind: 'newsletter' });
  await asked('2026-10-22T08:00:00Z', null, { status: 'archived' });
  await asked('2026-10-22T08:00:00Z', null, { verdict: 'quarantined' });
  await asked('2026-10-22T08:00:00Z', '2026-10-27T08:00:00Z', { imported: true });
  await asked('2026-09-01T08:00:00Z', '2026-10-27T08:00:00Z');
  expect((await read()).medianAnswerMinutes).toBe(60);
});
