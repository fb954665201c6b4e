import { signLinkToken } from '@voordeur/server';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useApp, useJobs } from '../testing/hooks.js';

const subscriberId = '0199a1b2-c3d4-4000-8000-000000000001';
const test = useApp();
const jobs = useJobs(test);
let token: string;

beforeAll(() => {
  token = signLinkToken(test.config.jwtSecret, 'confirm-tokens', subscriberId);
});
beforeEach(() => hold('pending', '1 hour'));

/** The subscriber of these tests, who signed up so long ago. */
const hold = (state: string, ago: string) =>
  test.database.dataSource.query(
    `insert into subscribers (email, id, state, language, lead_id, requested_at)
    values ('you@example.org', $1, $2, 'NL', $1, now() - $3::interval)
    on conflict (email) do update set state = excluded.state, requested_at = excluded.requested_at`,
    [subscriberId, state, ago],
  );
const confirm = (body: object) => test.http.post('/api/newsletter-confirm').send(body);

it('takes the token of a confirmation mail, and makes a job that names no address', async () => {
  const answer = await confirm({ token }).expect(202);
  const { id } = answer.body as { id: string };
  expect(answer.body).toEqual({ id });
  const waiting = await jobs.of('signups');
  expect(waiting.map((job) => [job.name, job.id, job.data as unknown])).toEqual([
    ['newsletter-confirm', id, { id, subscriberId, receivedAt: expect.any(String) as string }],
  ]);
});

it.each([
  ['somebody else with this signature', () => token.replace(subscriberId, subscriberId.replace(/1$/, '2'))],
  [
    'the token of an unsubscribe link',
    () => signLinkToken(test.config.jwtSecret, 'unsubscribe-tokens', subscriberId),
  ],
  ['a token of another secret', () => signLinkToken('another secret', 'confirm-tokens', subscriberId)],
  ['a signature cut short', () => token.slice(0, -1)],
  ['a second spelling of the signature', () => token.slice(0, -1) + sameBits(token.at(-1) ?? '')],
  ['characters of more bytes', () => `${token.slice(0, -1)}é`],
])('refuses %s', async (_, wrong) => {
  const refused = await confirm({ token: wrong() }).expect(400);
  expect(refused.body).toMatchObject({ code: 'invalid-token' });
  expect(await jobs.count()).toBe(0);
});

it.each([[{}], [{ token: '' }], [{ token: 'x'.repeat(300) }], [{ token: ['x'] }]])(
  'refuses %j as a body',
  async (body) => {
    const refused = await confirm(body).expect(400);
    expect(refused.body).toMatchObject({ code: 'invalid-body', details: [{ field: 'token' }] });
  },
);

it.each([
  ['pending', '167 hours 59 minutes'],
  ['confirmed', '30 days'],
])('takes the link of a subscriber who is %s since %s', async (state, ago) => {
  await hold(state, ago);
  await confirm({ token }).expect(202);
  expect(await jobs.count()).toBe(1);
});

it.each([
  ['pending', '168 hours 1 minute'],
  ['unsubscribed', '1 hour'],
])('says that the link has expired for a subscriber who is %s since %s', async (state, ago) => {
  await hold(state, ago);
  const refused = await confirm({ token }).expect(410);
  expect(refused.body).toMatchObject({ code: 'confirmation-expired' });
  expect(await jobs.count()).toBe(0);
});

it('says so for an erased subscriber', async () => {
  await test.database.dataSource.query('delete from subscribers');
  await confirm({ token }).expect(410);
});

describe('the link of the mail about an unsubscribe', () => {
  const undoToken = () => signLinkToken(test.config.jwtSecret, 'undo-tokens', subscriberId);
  const setTimes = (unsubscribed: string, mailed: string | null) =>
    test.database.dataSource.query('update subscribers set unsubscribed_at = $1, told_of = $2', [
      unsubscribed,
      mailed,
    ]);
  const noon = '2026-03-10T12:00:00Z';

  it('makes a job of its own, also again for a returned subscriber', async () => {
    await hold('unsubscribed', '40 days');
    await setTimes(noon, noon);
    const { id } = (await confirm({ token: undoToken() }).expect(202)).body as { id: string };
    expect((await jobs.of('signups')).map((job) => [job.name, job.data as unknown])).toEqual([
      ['newsletter-undo', { id, subscriberId, receivedAt: expect.any(String) as string }],
    ]);
    await hold('confirmed', '40 days');
    await confirm({ token: undoToken() }).expect(202);
  });

  it.each([
    ['who unsubscribed in another way since', 'unsubscribed', '2026-03-09T12:00:00Z'],
    ['who got no mail about one', 'unsubscribed', null],
    ['who has signed up again and has to confirm it', 'pending', noon],
  ])('has expired for a subscriber %s', async (_, state, mailed) => {
    await hold(state, '1 hour');
    await setTimes(noon, mailed);
    const refused = await confirm({ token: undoToken() }).expect(410);
    expect(refused.body).toMatchObject({ code: 'confirmation-expired' });
    expect(await jobs.count()).toBe(0);
  });

  it('does nothing for a GET, which a mail scanner sends', async () => {
    await test.http.get(`/api/newsletter-confirm?token=${undoToken()}`).expect(405);
    expect(await jobs.count()).toBe(0);
  });
});

it('takes it while Postgres cannot say: the worker looks before it confirms', async () => {
  const busy = test.database.dataSource.createQueryRunner();
  await busy.startTransaction();
  try {
    await busy.query('lock table subscribers in access exclusive mode');
    await confirm({ token }).expect(202);
  } finally {
    await busy.rollbackTransaction();
    await busy.release();
  }
  expect(await jobs.count()).toBe(1);
});

it('does nothing for a GET, which a mail scanner sends', async () => {
  await test.http.get(`/api/newsletter-confirm?token=${token}`).expect(405);
  expect(await jobs.count()).toBe(0);
});

/** 43 base64url characters hold 258 bits, a signature 256: the last character has three other spellings. */
function sameBits(last: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bits = alphabet.indexOf(last);
  return alphabet[(bits & ~3) | ((bits + 1) & 3)] ?? '';
}
