import { signLinkToken } from '@voordeur/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApp, useJobs } from '../testing/hooks.js';

const leadId = '0199a1b2-c3d4-7000-8000-000000000001';
const test = useApp();
const jobs = useJobs(test);
let token: string;

beforeAll(() => {
  token = signLinkToken(test.config.jwtSecret, 'unsubscribe-tokens', leadId);
});

async function onlyJob(id: string): Promise<unknown> {
  const waiting = await jobs.of('unsubscribes');
  expect(waiting.map((job) => job.id)).toEqual([id]);
  return waiting[0]?.data;
}
const idOf = (answer: { body: unknown }) => (answer.body as { id: string }).id;
const form = 'application/x-www-form-urlencoded';

it('takes an address as it was typed', async () => {
  const answer = await test.http.post('/api/unsubscribe').send({ email: 'A@Example.org' }).expect(202);
  expect(answer.body).toEqual({ id: idOf(answer) });
  expect(await onlyJob(idOf(answer))).toMatchObject({ id: idOf(answer), email: 'A@Example.org' });
});

it('takes the token of a mail, which names a lead and no address', async () => {
  const answer = await test.http.post('/api/unsubscribe').send({ token }).expect(202);
  expect(await onlyJob(idOf(answer))).toEqual({
    id: idOf(answer),
    leadId,
    receivedAt: expect.any(String) as string,
  });
});

it('takes the one click of a mail program', async () => {
  const url = `/api/unsubscribe?token=${token}`;
  const answer = await test.http.post(url).type(form).send('List-Unsubscribe=One-Click').expect(202);
  expect(await onlyJob(idOf(answer))).toMatchObject({ leadId });
});

const multipart = (boundary: string, lines: string[], end = '\r\n') =>
  [`--${boundary}`, ...lines, `--${boundary}--`, ''].join(end);
const named = 'Content-Disposition: form-data; name="List-Unsubscribe"';

/** The bodies that Gmail, Yahoo and Apple send, and other programs' variants. */
it.each([
  ['multipart/form-data; boundary=----b1', multipart('----b1', [named, '', 'One-Click'])],
  [
    'multipart/form-data; boundary="b 1"',
    multipart('b 1', [named, 'Content-Type: text/plain', '', 'One-Click']),
  ],
  ['Multipart/Form-Data; boundary=b1', multipart('b1', [named.toLowerCase(), '', 'one-click', ''])],
  [form, 'List-Unsubscribe=One-Click\r\n'],
  [form, 'list-unsubscribe=one-click\n'],
  [`${form}; charset=UTF-8`, 'LIST-UNSUBSCRIBE=ONE-CLICK'],
])('takes the one click of a mail program as %s (%#)', async (type, body) => {
  const answer = await test.http
    .post(`/api/unsubscribe?token=${token}`)
    .set('content-type', type)
    .serialize((text: string) => text)
    .send(body)
    .expect(202);
  expect(await onlyJob(idOf(answer))).toMatchObject({ leadId });
});

describe('refuses', () => {
  it.each([
    [form, ''],
    ['multipart/form-data; boundary=b1', ''],
    ['multipart/form-data; boundary=b1', '--b1--\r\n'],
    ['multipart/form-data', multipart('b1', [named, '', 'One-Click'])],
    ['multipart/form-data; boundary=b1', multipart('b1', [named, '', 'Two-Clicks'])],
    ['application/json', ''],
  ])('an empty or other body of %s, whatever the query says (%#)', async (type, body) => {
    const url = `/api/unsubscribe?token=${token}&List-Unsubscribe=One-Click`;
    const sending = test.http
      .post(url)
      .set('content-type', type)
      .serialize((text: string) => text);
    await sending.send(body).expect(400);
    await test.http.post(url).expect(400);
    expect(await jobs.count()).toBe(0);
  });

  it.each([
    ['another lead with this signature', () => ({ token: token.replace(leadId, leadId.replace(/1$/, '2')) })],
    ['a signature cut short', () => ({ token: token.slice(0, -1) })],
    ['no token at all', () => ({ token: 'x' })],
  ])('%s', async (_name, body) => {
    const refused = await test.http.post('/api/unsubscribe').send(body()).expect(400);
    expect(refused.body).toMatchObject({ code: 'invalid-token' });
    expect(await jobs.count()).toBe(0);
  });

  it.each([
    ['a form that is no one-click', () => `/api/unsubscribe?token=${token}`, 'email=a%40b.nl'],
    ['one-click without a token', () => '/api/unsubscribe', 'List-Unsubscribe=One-Click'],
    ['one-click with a bad token', () => '/api/unsubscribe?token=x', 'List-Unsubscribe=One-Click'],
    [
      'one-click with two tokens',
      () => `/api/unsubscribe?token=${token}&token=x`,
      'List-Unsubscribe=One-Click',
    ],
  ])('%s', async (_name, url, body) => {
    await test.http.post(url()).type(form).send(body).expect(400);
    expect(await jobs.count()).toBe(0);
  });
});

it.each([
  ['', () => `?token=${token}`, () => `/unsubscribe?token=${token}`],
  [' in Dutch', () => `?token=${token}&language=NL`, () => `/nl/afmelden?token=${token}`],
  [
    ' for what is no token',
    () => '?token=%22%3E%0d%0aSet-Cookie:x',
    () => '/unsubscribe?token=%22%3E%0D%0ASet-Cookie%3Ax',
  ],
  [' without a token', () => '', () => '/unsubscribe'],
  [' for two tokens', () => `?token=${token}&token=x`, () => '/unsubscribe'],
  [' for a token that is too long', () => `?token=${'x'.repeat(300)}`, () => '/unsubscribe'],
])('leads a GET on to the page%s, and unsubscribes nobody', async (_name, query, page) => {
  const answer = await test.http.get(`/api/unsubscribe${query()}`).expect(303);
  expect(answer.headers['location']).toBe(page());
  expect(await jobs.count()).toBe(0);
});
