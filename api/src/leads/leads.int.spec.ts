import { leadKinds } from '@voordeur/contracts/http';
import { type AcceptLead } from '@voordeur/contracts/jobs';
import { digestLead } from '@voordeur/server';
import { testServices } from '@voordeur/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/create-test-app.js';
import { useApp, useJobs } from '../testing/hooks.js';

const test = useApp();
const jobs = useJobs(test);

beforeEach(() => forgetClaims());

/** Claims of the previous test, which posted the same. */
async function forgetClaims() {
  const redis = new Redis(testServices.redisUrl);
  const keys = await redis.keys(`${test.prefix}:lead-claim:*`);
  if (keys.length > 0) await redis.del(...keys);
  redis.disconnect();
}

/** How long the claim that lasts the longest does. */
async function claimsLastMs(): Promise<number> {
  const redis = new Redis(testServices.redisUrl);
  const keys = await redis.keys(`${test.prefix}:lead-claim:*`);
  const times = await Promise.all(keys.map((one) => redis.pttl(one)));
  redis.disconnect();
  return Math.max(...times);
}

/** As the worker does. */
async function store(lead: AcceptLead, database = test.database) {
  const { idempotency, body } = digestLead(lead);
  await database.dataSource.query(
    `insert into leads (id, kind, email, client_timestamp, received_at, idempotency_digest, body_digest)
    values ($1, 'question', 'q@example.org', '', now(), $2, $3)`,
    [lead.id, idempotency, body],
  );
}

const timestamp = '2026-11-21T03:05:15.000Z';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await test.http
    .post(`/api/${path}`)
    .set({ 'x-real-ip': '203.0.113.9', 'user-agent': 'A browser', ...headers })
    .send(body)
    .expect(202);
  return answer.body as { id: string; documentUrl?: string; replyBy?: string };
}

async function onlyJob() {
  const [job, ...more] = await jobs.of('signups');
  expect(more).toEqual([]);
  return job;
}

const question = { email: 'q@example.org', idea: 'How?', language: 'NL', timestamp, kind: 'question' };

it('a signup for the agents is a separate lead, once', async () => {
  const signup = { email: 'a@example.org', language: 'NL', timestamp };
  const letter = await post('newsletter-signup', signup);
  const agents = await post('newsletter-signup', { ...signup, kind: 'agents' });
  expect(agents.id).not.toBe(letter.id);
  expect((await post('newsletter-signup', { ...signup, kind: 'agents' })).id).toBe(agents.id);
  const leads = await jobs.of('signups');
  expect(leads.map(({ data }) => data as AcceptLead)).toMatchObject([
    { id: letter.id, kind: 'newsletter' },
    { id: agents.id, kind: 'newsletter', signupKind: 'agents' },
  ]);
  expect(leads[0]?.data).not.toHaveProperty('signupKind');
});

it('there are no other wishes', async () => {
  const body = { email: 'a@example.org', language: 'NL', timestamp, kind: 'robots' };
  const refused = await test.http.post('/api/newsletter-signup').send(body).expect(400);
  expect(refused.body).toMatchObject({ details: [{ field: 'kind' }] });
  expect(await jobs.of('signups')).toEqual([]);
});

it('answers a question with the time by which the owner replies, also when the post is repeated', async () => {
  const first = await post('setups-inquiry', question);
  expect(first).toMatchObject({ timeZone: 'Europe/Amsterdam' });
  const receivedMs = Number.parseInt(first.id.slice(0, 13).replace('-', ''), 16);
  expect(first.replyBy).toBe(new Date(receivedMs + 24 * 3_600_000).toISOString());
  expect(await post('setups-inquiry', question)).toEqual(first);
});

const forms: [string, string, object, object][] = [
  [
    'setups-inquiry',
    'setups-inquiry',
    { email: 'A@example.org', idea: 'Two\nlines\tand a tab', language: 'eng', timestamp },
    { kind: 'setups', email: 'A@example.org', idea: 'Two\nlines\tand a tab', language: 'ENG', timestamp },
  ],
  [
    'setups-inquiry',
    'question',
    { email: 'a@localhost', idea: 'x'.repeat(5_000), language: 'NL', timestamp, kind: 'question' },
    { kind: 'question', email: 'a@localhost', idea: 'x'.repeat(5_000), language: 'NL', timestamp },
  ],
  [
    'setups-inquiry',
    'question',
    { email: 'a@example.org', idea: 'Thursday morning', language: 'NL', timestamp, kind: 'proposal' },
    {
      ...{ kind: 'question', isProposal: true, email: 'a@example.org' },
      ...{ idea: 'Thursday morning', language: 'NL', timestamp },
    },
  ],
  [
    'newsletter-signup',
    'newsletter-signup',
    { email: 'é+x@exa_mple.org', language: 'nl', timestamp: '20261121T030515,5+0130' },
    { kind: 'newsletter', email: 'é+x@exa_mple.org', language: 'NL', timestamp: '20261121T030515,5+0130' },
  ],
  [
    'video-signup',
    'video-signup',
    { email: 'no format', phone: '', videoId: 'nl-intro-main', watchTime: 0, timestamp },
    { kind: 'video-signup', email: 'no format', videoId: 'nl-intro-main', watchTime: 0, timestamp },
  ],
  [
    'video-signup',
    'video-signup',
    { email: '', phone: '+31 20 1234567', videoId: 'video-6', watchTime: 86_400, timestamp },
    { kind: 'video-signup', phone: '+31 20 1234567', videoId: 'video-6', watchTime: 86_400, timestamp },
  ],
  [
    'prompt-signup',
    'prompt-signup',
    { email: 'a@example.org', language: 'NL', timestamp: '1970-01-01T00:00Z', website: 'x', elapsedMs: 3 },
    {
      kind: 'prompt-signup',
      email: 'a@example.org',
      language: 'NL',
      timestamp: '1970-01-01T00:00Z',
      honeypot: true,
      elapsedMs: 3,
    },
  ],
];

describe('a form becomes one job', () => {
  it.each(forms)('%s as %s', async (path, name, body, lead) => {
    const { id } = await post(path, body);
    expect(id).toMatch(uuid);
    const job = await onlyJob();
    expect(job).toMatchObject({ id, name, opts: { removeOnComplete: true, removeOnFail: false } });
    const { receivedAt } = { ...(job?.data as { receivedAt: string } | undefined) };
    expect(Math.abs(Date.now() - Date.parse(receivedAt ?? ''))).toBeLessThan(10_000);
    expect(job?.data).toEqual({ id, receivedAt, ...lead, address: '203.0.113.9', userAgent: 'A browser' });
  });

  it('knows every kind of lead but a booking, which has a calendar', () => {
    const kinds = forms.map(([, , , lead]) => {
      const { kind, isProposal } = lead as { kind: string; isProposal?: boolean };
      return isProposal ? 'proposal' : kind;
    });
    expect(new Set(kinds)).toEqual(new Set(leadKinds.filter((kind) => kind !== 'booking')));
  });

  it.each([
    ['the form', { notCounted: true }, {}],
    ['Global Privacy Control', {}, { 'sec-gpc': '1' }],
    ['Do Not Track', {}, { dnt: '1' }],
  ])('says that its sender asked not to be counted, by %s', async (_by, more, headers) => {
    await post('newsletter-signup', { email: 'a@b.nl', language: 'NL', timestamp, ...more }, headers);
    expect((await onlyJob())?.data).toMatchObject({ notCounted: true });
  });

  it('keeps the Idempotency-Key for later', async () => {
    await post(
      'newsletter-signup',
      { email: 'a@b.nl', language: 'NL', timestamp },
      { 'idempotency-key': 'k-1' },
    );
    expect((await onlyJob())?.data).toMatchObject({ idempotencyKey: 'k-1' });
  });
});

describe('the guide', () => {
  it('opens by the link of the answer, until it was tampered with', async () => {
    const { documentUrl = '' } = await post('prompt-signup', { email: 'a@b.nl', language: 'NL', timestamp });
    const opened = await test.http.get(documentUrl).expect(200);
    expect(opened.headers).toMatchObject({
      'x-accel-redirect': '/private/guide.pdf',
      'content-disposition': 'inline; filename="guide.pdf"',
    });
    const later = documentUrl.replace(/expires=\d+/, 'expires=4000000000');
    for (const url of [
      later,
      `${documentUrl.slice(0, -1)}x`,
      '/documents/guide.pdf',
      `${documentUrl}&sig=0`,
    ]) {
      const refused = await test.http.get(url).expect(403);
      expect(refused.body).toMatchObject({ code: 'link-expired' });
      expect(refused.headers).not.toHaveProperty('x-accel-redirect');
    }
  });

  it('is the owner’s own once she has one, and never another file', async () => {
    const { documentUrl = '' } = await post('prompt-signup', { email: 'a@b.nl', language: 'NL', timestamp });
    const file = `/files/${'0'.repeat(32)}-guide.pdf`;
    const store = (path: string) =>
      test.database.dataSource.query(
        `insert into site_settings (key, value) values ('guide', jsonb_build_object('file', $1::text))
        on conflict (key) do update set value = excluded.value`,
        [path],
      );
    const sent = async () => (await test.http.get(documentUrl)).headers['x-accel-redirect'] as unknown;
    await store(file);
    await expect.poll(sent, { timeout: 10_000 }).toBe(file);
    await store('/files/../etc/passwd');
    await expect.poll(sent, { timeout: 10_000 }).toBe('/private/guide.pdf');
    await test.database.dataSource.query(`delete from site_settings`);
  });
});

const key = { 'idempotency-key': 'one form' };
const refusedFor = (app: typeof test, body: object, headers: Record<string, string> = key) =>
  app.http.post('/api/setups-inquiry').set(headers).send(body).expect(422);

describe('equal leads', () => {
  it('get the id of the first, and its one job, however close they come', async () => {
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, (_, second) =>
        post('setups-inquiry', { ...question, timestamp: `2026-11-21T03:05:0${second}Z` }),
      ),
    );
    for (const other of others) expect(other.id).toBe(first?.id);
    expect(await post('setups-inquiry', { ...question, email: 'Q@example.ORG' })).toEqual(first);
    expect((await onlyJob())?.id).toBe(first?.id);
  });

  it('are queued again where the first one got no further than its claim', async () => {
    const { id } = await post('setups-inquiry', question);
    await jobs.clear();
    expect(await post('setups-inquiry', question)).toMatchObject({ id });
    expect((await onlyJob())?.data).toMatchObject({ id, idea: 'How?' });
  });

  it('are no longer equal when one of them looks like the work of a program', async () => {
    for (const signs of [{ website: 'x' }, { reference: 'xy' }, { elapsedMs: 12 }]) {
      const email = `${JSON.stringify(signs).length}@example.org`;
      const doubtful = await post('setups-inquiry', { ...question, email, ...signs }, key);
      const clean = await post(
        'setups-inquiry',
        { ...question, email },
        { ...key, 'x-real-ip': '203.0.113.8' },
      );
      expect(clean.id).not.toBe(doubtful.id);
      expect(await post('setups-inquiry', { ...question, email, ...signs }, key)).toEqual(doubtful);
      expect(await jobs.of('signups')).toHaveLength(2);
      await jobs.clear();
      await forgetClaims();
    }
  });

  it('leave in Redis nothing that tells who wrote', async () => {
    await post('setups-inquiry', question, key);
    await jobs.clear();
    const redis = new Redis(testServices.redisUrl);
    const names = await redis.keys(`${test.prefix}:lead-claim:*`);
    expect(names).toHaveLength(2);
    expect([...names, ...(await redis.mget(names))].join()).not.toMatch(/example|How|one form/);
    redis.disconnect();
  });
});

describe('an Idempotency-Key', () => {
  it('answers the same id for the same body, whenever it was sent', async () => {
    const first = await post('setups-inquiry', question, key);
    expect(await post('setups-inquiry', { ...question, timestamp: '2026-11-22T00:00Z' }, key)).toEqual(first);
  });

  it.each([
    ['text', { idea: 'What?' }],
    ['address', { email: 'other@example.org' }],
    ['kind', { kind: 'setups' }],
    ['language', { language: 'ENG' }],
  ])('is refused with another %s, and nothing is queued', async (_, change) => {
    await post('setups-inquiry', question, key);
    const refused = await refusedFor(test, { ...question, ...change });
    expect(refused.body).toMatchObject({ code: 'idempotency-conflict' });
    expect(await jobs.of('signups')).toHaveLength(1);
  });

  it('is claimed for minutes, and known for a day by its row', async () => {
    const morning = { 'idempotency-key': 'this morning' };
    const { id } = await post('setups-inquiry', question, morning);
    expect(await claimsLastMs()).toBeLessThanOrEqual(10 * 60_000);
    await store((await onlyJob())?.data as AcceptLead);
    await forgetClaims();
    await jobs.clear();
    expect(await post('setups-inquiry', question, morning)).toMatchObject({ id });
    await refusedFor(test, { ...question, idea: 'What?' }, morning);
    expect(await jobs.of('signups')).toEqual([]);
    expect((await post('setups-inquiry', question, { 'idempotency-key': 'another' })).id).not.toBe(id);
  });

  it('counts on its own path alone', async () => {
    await post('setups-inquiry', question, key);
    await post('newsletter-signup', { email: 'q@example.org', language: 'NL', timestamp }, key);
    expect(await jobs.of('signups')).toHaveLength(2);
  });
});

describe('with Redis away', () => {
  let away: typeof test;
  const inPostgres = (sql: string, values: unknown[] = []) =>
    away.database.dataSource.query<object[]>(sql, values);
  const spill = (body: object, headers = {}) =>
    away.http.post('/api/setups-inquiry').set(headers).send(body).expect(202);
  beforeAll(async () => {
    away = await createTestApp({ REDIS_URL: 'redis://127.0.0.1:1' });
  });
  beforeEach(() => inPostgres('truncate outbox, leads cascade'));
  afterAll(() => away.close());

  it('refuses a key whose other body waits in Postgres, and knows the same one again', async () => {
    const first = await spill(question, key);
    expect((await spill(question, key)).body).toEqual(first.body);
    await refusedFor(away, { ...question, idea: 'What?' });
    expect(await inPostgres('select id from outbox')).toEqual([{ id: (first.body as { id: string }).id }]);
  });

  it('takes one of many that come at once with one key and a body of their own each', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        away.http
          .post('/api/setups-inquiry')
          .set(key)
          .send({ ...question, idea: `Idea ${n}` }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, 422, 422, 422, 422, 422]);
    expect(await inPostgres('select id from outbox')).toHaveLength(1);
  });

  it('refuses a key whose other body is a row already', async () => {
    const { id } = (await spill(question, key)).body as { id: string };
    const [spilled] = (await inPostgres('select payload from outbox where id = $1', [id])) as [
      { payload: AcceptLead },
    ];
    await inPostgres('delete from outbox');
    await store(spilled.payload, away.database);
    await refusedFor(away, { ...question, idea: 'What?' });
    expect((await spill(question, key)).body).toMatchObject({ id });
  });
});
