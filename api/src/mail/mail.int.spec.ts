import type { MailAccountAnswer } from '@voordeur/contracts/http';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/create-test-app.js';
import { useApp, useOwner } from '../testing/hooks.js';

const path = '/api/admin/mail';
const test = useApp();
const owner = useOwner(test);

const account = {
  host: 'smtp.example.org',
  port: 465,
  security: 'tls',
  userName: 'jane',
  sender: 'Jane <jane@example.org>',
  owner: 'jane@example.org',
};
const put = (body: object) => test.http.put(path).set('authorization', owner.bearer()).send(body);
const remove = () => test.http.delete(path).set('authorization', owner.bearer());
const askForTest = () => test.http.post(`${path}/test`).set('authorization', owner.bearer());
beforeEach(async () => {
  await remove().expect(200);
  await test.database.dataSource.query('truncate outbox cascade');
});

const read = async () => (await owner.get(path).expect(200)).body as MailAccountAnswer;

it('is for the owner only', async () => {
  await test.http.get(path).expect(401);
  await test.http.put(path).send(account).expect(401);
  await test.http.delete(path).expect(401);
  await test.http.post(`${path}/test`).expect(401);
});

it('is stored, and its password never shown nor readable in the database', async () => {
  expect(await read()).toEqual({
    isLocked: false,
    account: null,
    hasPassword: false,
    sender: null,
    owner: null,
    test: null,
  });
  const answer = await put({ ...account, password: 'a word of hers' }).expect(200);
  expect(answer.body).toEqual({
    isLocked: false,
    account,
    hasPassword: true,
    sender: account.sender,
    owner: account.owner,
    test: null,
  });
  expect(await read()).toEqual(answer.body);
  const [row] = await test.database.dataSource.query<{ row: string }[]>(
    `select encode(sealed_password, 'escape') || mail_account::text as row from mail_account`,
  );
  expect(row?.row).not.toContain('a word of hers');
});

const signUp = async () =>
  (
    (
      await test.http
        .post('/api/newsletter-signup')
        .send({ email: 'you@example.org', language: 'ENG', timestamp: new Date().toISOString() })
        .expect(202)
    ).body as { needsConfirmation: boolean }
  ).needsConfirmation;

it('asks signups to confirm from then on, and offers replies, until it is taken away', async () => {
  expect(await signUp()).toBe(false);
  await put({ ...account, userName: null }).expect(200);
  expect(await signUp()).toBe(true);
  await remove().expect(200);
  expect(await signUp()).toBe(false);
});

it('is among the events that the owner hears about when it changes', async () => {
  await test.database.dataSource.query('truncate security_events');
  await remove().expect(200);
  await put({ ...account, userName: null }).expect(200);
  await remove().expect(200);
  const events = await test.database.dataSource.query<object[]>(`select kind, reported from security_events`);
  const changed = { kind: 'mail-changed', reported: false };
  expect(events).toEqual([changed, changed]);
});

describe('its password', () => {
  beforeEach(() => put({ ...account, password: 'a word of hers' }).expect(200));

  it('stays when only the addresses change', async () => {
    await put({ ...account, sender: 'jane@other.example' }).expect(200);
    expect(await read()).toMatchObject({ hasPassword: true, account: { sender: 'jane@other.example' } });
  });

  it.each([
    ['server', { host: 'mail.attacker.example' }],
    ['port', { port: 2525 }],
    ['encryption', { security: 'starttls' }],
    ['login', { userName: 'joe' }],
  ])('has to be typed again for another %s', async (_what, change) => {
    const answer = await put({ ...account, ...change }).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-body', details: [{ field: 'password' }] });
    expect(await read()).toMatchObject({ account, hasPassword: true });
    await put({ ...account, ...change, password: 'again' }).expect(200);
  });

  it('goes where the server asks for no login', async () => {
    await put({ ...account, userName: null }).expect(200);
    expect(await read()).toMatchObject({ hasPassword: false });
  });

  it('is asked for again once it cannot be read any more', async () => {
    await test.database.dataSource.query(
      `update mail_account set sealed_password = sealed_password || '\\x00'`,
    );
    expect(await read()).toMatchObject({ account, hasPassword: false });
    // The worker can't log in either, so nobody would get a mail to confirm by.
    await expect.poll(signUp).toBe(false);
    expect(await read()).toMatchObject({ sender: null, owner: null });
  });
});

it.each([
  ['host', { host: 'smtp.example.org/../x' }],
  ['host', { host: 'user@smtp.example.org' }],
  ['host', { host: '' }],
  ['port', { port: 0 }],
  ['port', { port: '465' }],
  ['security', { security: 'none' }],
  ['sender', { sender: 'a@example.org, b@example.org' }],
  ['sender', { sender: 'Jane\r\nBcc: joe@example.org <jane@example.org>' }],
  ['owner', { owner: 'Jane' }],
  ['userName', { userName: 'jane\u0000' }],
  ['password', { password: 'two\nlines' }],
])('is refused with a wrong %s: %j', async (field, change) => {
  const answer = await put({ ...account, ...change }).expect(400);
  expect(answer.body).toMatchObject({ code: 'invalid-body', details: [{ field }] });
  expect(await read()).toMatchObject({ account: null });
});

describe('a test letter', () => {
  it('is planned once while it waits, and says what became of it', async () => {
    await put({ ...account, userName: null }).expect(200);
    await askForTest().expect(202);
    const answer = await askForTest().expect(202);
    expect(answer.body).toMatchObject({ test: { state: 'waiting', error: null } });
    expect(await test.database.dataSource.query(`select destination, type from outbox`)).toEqual([
      { destination: 'smtp', type: 'test' },
    ]);
    await test.database.dataSource.query(`update outbox set state = 'dropped', last_error = 'EAUTH'`);
    expect((await read()).test).toMatchObject({ state: 'failed', error: 'EAUTH' });
    await askForTest().expect(202);
    expect((await read()).test).toMatchObject({ state: 'waiting' });
  });

  it('is refused without a mail server', async () => {
    await askForTest().expect(422);
  });
});

it('cannot be changed where the operator has set it, and its addresses are shown', async () => {
  const locked = await createTestApp({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Jane <jane@example.org>',
  });
  try {
    const bearer = `Bearer ${await locked.login()}`;
    const answer = await locked.http.get(path).set('authorization', bearer).expect(200);
    expect(answer.body).toMatchObject({ isLocked: true, account: null, sender: 'Jane <jane@example.org>' });
    const refused = await locked.http.put(path).set('authorization', bearer).send(account).expect(422);
    expect(refused.body).toMatchObject({ code: 'locked-setting' });
    await locked.http.delete(path).set('authorization', bearer).expect(422);
    await locked.http.post(`${path}/test`).set('authorization', bearer).expect(202);
  } finally {
    await locked.close();
  }
});
