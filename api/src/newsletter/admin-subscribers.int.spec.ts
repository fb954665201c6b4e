import type { SubscriberCounts, SubscriberSearch, SubscribersPage } from '@voordeur/contracts/http';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const test = useApp();
const owner = useOwner(test);
const query = (sql: string, values: unknown[] = []) => test.database.dataSource.query<unknown>(sql, values);

beforeEach(() => query('truncate subscribers, consents, bounces, leads cascade'));

const sentence = 'You agree, don’t you';

interface Given {
  email: string;
  state?: string;
  sentence?: string | null;
  confirmedAt?: string | null;
  withdrawnAt?: string | null;
}

async function store({ email, state = 'confirmed', ...given }: Given): Promise<string> {
  const { confirmedAt = '2026-03-10T12:05:00Z', withdrawnAt = null } = given;
  const id = uuidv7();
  await query(
    `insert into subscribers (email, id, state, language, lead_id, requested_at, confirmed_at, unsubscribed_at)
    values ($1, $2, $3, 'NL', $2, '2026-03-10T12:00:00Z', $4, $5)`,
    [email, id, state, confirmedAt, withdrawnAt],
  );
  if (given.sentence !== null) {
    await query(
      `insert into consents (lead_id, email, language, sentence, given_at, confirmed_at, confirmed_by, withdrawn_at)
      values ($1, $2, 'NL', $3, '2026-03-10T12:00:00Z', $4, case when $4::timestamptz is null then null else 'mail' end, $5)`,
      [id, email, given.sentence ?? sentence, confirmedAt, withdrawnAt],
    );
  }
  return id;
}

const post = (body: SubscriberSearch | object, accept = 'application/json') =>
  test.http
    .post('/api/admin/subscribers/search')
    .set('authorization', owner.bearer())
    .set('accept', accept)
    .send(body);
const search = async (body: SubscriberSearch = {}) => (await post(body).expect(200)).body as SubscribersPage;
const emails = ({ subscribers }: SubscribersPage) => subscribers.map(({ email }) => email);

describe('POST /api/admin/subscribers/search', () => {
  it('is for the owner only', async () => {
    await test.http.post('/api/admin/subscribers/search').send({}).expect(401);
    await test.http.get('/api/admin/subscribers/counts').expect(401);
  });

  it('gives those who are confirmed, with what they agreed to and whether mail is refused', async () => {
    const id = await store({ email: 'you@example.org' });
    await store({ email: 'waits@example.org', state: 'pending', confirmedAt: null });
    await query(`insert into bounces values ('you@example.org', '2026-03-11T12:00:00Z', '5.1.1')`);
    expect(await search()).toEqual({
      subscribers: [
        {
          id,
          email: 'you@example.org',
          state: 'confirmed',
          language: 'NL',
          consent: {
            sentence,
            givenAt: '2026-03-10T12:00:00.000Z',
            confirmedAt: '2026-03-10T12:05:00.000Z',
            confirmedBy: 'mail',
            withdrawnAt: null,
          },
          bounce: { at: '2026-03-11T12:00:00.000Z', status: '5.1.1' },
        },
      ],
    });
  });

  it('says what isn’t known of one that an older version put on the list', async () => {
    await store({ email: 'old@example.org', sentence: null });
    expect((await search()).subscribers).toMatchObject([
      { consent: { sentence: null, givenAt: '2026-03-10T12:00:00.000Z', confirmedBy: null }, bounce: null },
    ]);
  });

  it('searches one state by a part of the address', async () => {
    await store({ email: 'anna_1@example.org' });
    await store({ email: 'annax1@example.org' });
    await store({ email: 'bert@example.org', state: 'unsubscribed', withdrawnAt: '2026-03-12T12:00:00Z' });
    expect(emails(await search({ q: 'NA_1@' }))).toEqual(['anna_1@example.org']);
    expect(emails(await search({ q: '%' }))).toEqual([]);
    expect(emails(await search({ state: 'pending' }))).toEqual([]);
    const { subscribers } = await search({ state: 'unsubscribed', q: '' });
    expect(subscribers).toMatchObject([
      { email: 'bert@example.org', consent: { withdrawnAt: '2026-03-12T12:00:00.000Z' } },
    ]);
  });

  it('goes from the newest signup to the oldest, a page of 50 at a time', async () => {
    const expected: string[] = [];
    for (let n = 0; n < 120; n += 1) {
      const email = `reader-${n}@example.org`;
      await store({ email });
      expected.unshift(email);
    }
    const first = await search();
    const second = await search({ cursor: first.cursor ?? '' });
    const third = await search({ cursor: second.cursor ?? '' });
    expect([first, second, third].map(({ subscribers }) => subscribers.length)).toEqual([50, 50, 20]);
    expect([first, second, third].flatMap(emails)).toEqual(expected);
    expect(third).not.toHaveProperty('cursor');
  });

  it.each([{ state: 'all' }, { q: 5 }, { q: '\0' }, { cursor: 'x' }, []])('refuses %j', async (body) => {
    const answer = await post(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-body' });
  });
});

it('as CSV has all of them, and nothing in it runs in a spreadsheet', async () => {
  for (let n = 0; n < 60; n += 1) await store({ email: `reader-${n}@example.org` });
  await store({ email: '=cmd@example.org', sentence: '+1;=2' });
  const answer = await post({}, 'text/csv')
    .buffer(true)
    .parse((response, done) => {
      asText(response, done);
    })
    .expect(200);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="subscribers.csv"');
  const lines = (answer.body as string).trimEnd().split('\r\n');
  expect(lines).toHaveLength(62);
  expect(lines[0]).toMatch(/^\ufeffemail,state,language,consent\.sentence,/);
  expect(lines[1]).toMatch(/^'=cmd@example\.org,confirmed,NL,'\+1;'=2,2026-03-10T12:00:00\.000Z,/);
  expect(answer.body).not.toMatch(/(^|,)"?[=+@\t-]/m);
});

it('counts each state', async () => {
  await store({ email: 'a@example.org' });
  await store({ email: 'b@example.org' });
  await store({ email: 'c@example.org', state: 'pending', confirmedAt: null });
  const answer = await owner.get('/api/admin/subscribers/counts').expect(200);
  expect(answer.body as SubscriberCounts).toEqual({ confirmed: 2, pending: 1, unsubscribed: 0 });
});

function asText(response: unknown, done: (error: Error | null, body: string) => void): void {
  const stream = response as NodeJS.ReadableStream;
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('end', () => {
    done(null, Buffer.concat(parts).toString('utf8'));
  });
}
