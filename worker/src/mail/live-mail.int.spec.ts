import { Seal } from '@voordeur/server';
import { expect, it } from 'vitest';
import { sendDue } from '../testing/send-due.js';
import { useDatabase, useSmtpReceiver } from '../testing/hooks.js';
import { mailDestination } from '../outbox/mail-destination.js';
import { loadConfig } from '../platform/config.js';
import { LiveMail } from './live-mail.js';

const database = useDatabase();
const receiver = useSmtpReceiver();
const { query } = database;
const jwtSecret = 'a-secret-of-the-tests';

const configWith = (environment: Record<string, string> = {}) =>
  loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    PUBLIC_URL: 'https://site.example',
    JWT_SECRET: jwtSecret,
    ...environment,
  });

async function read(environment?: Record<string, string>): Promise<LiveMail> {
  const mail = new LiveMail(database.dataSource, configWith(environment));
  await mail.onModuleInit();
  await mail.beforeApplicationShutdown();
  return mail;
}

async function store(given: Record<string, unknown> = {}): Promise<void> {
  const row = {
    host: 'smtp.example.org',
    port: 465,
    security: 'tls',
    sender: 'Jane <jane@example.org>',
    owner: 'jane@example.org',
    ...given,
  };
  await query('delete from mail_account');
  await query(
    `insert into mail_account (${Object.keys(row).join(', ')}) values (${Object.keys(row)
      .map((_, at) => `$${at + 1}`)
      .join(', ')})`,
    Object.values(row),
  );
}

const sealed = (secret: string) => new Seal(secret, 'voordeur/mail').close(Buffer.from('p@ss/word: 100%'));

/** The state of a test letter after an attempt, and why it failed. */
async function sendTest(mail: LiveMail): Promise<unknown> {
  await query(`insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
    values (gen_random_uuid(), 'mail', 'smtp', 'test', gen_random_uuid(), '{}', now(), now())`);
  await sendDue(database.dataSource, [mailDestination(database.dataSource, mail)]);
  const [row] = await query(`select state, last_error from outbox`);
  return row && [row['state'], row['last_error']];
}

it('is what the owner set, with her password', async () => {
  await store({ user_name: 'jane@example.org', sealed_password: sealed(jwtSecret) });
  const { current } = await read();
  expect(current).toMatchObject({
    from: { name: 'Jane', address: 'jane@example.org' },
    owner: { name: '', address: 'jane@example.org' },
    publicHostsOnly: true,
  });
  const url = new URL(current?.smtpUrl ?? '');
  expect([url.protocol, url.host]).toEqual(['smtps:', 'smtp.example.org:465']);
  expect([url.username, url.password].map(decodeURIComponent)).toEqual([
    'jane@example.org',
    'p@ss/word: 100%',
  ]);
});

it('is nothing without one, and with a password that cannot be read any more', async () => {
  expect((await read()).current).toBeUndefined();
  await store({ user_name: 'jane', sealed_password: sealed('another-secret-of-the-tests') });
  expect((await read()).current).toBeUndefined();
});

it('is what the operator set, whatever the owner did', async () => {
  await store();
  const { current } = await read({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'site@example.org',
    OWNER_EMAIL: 'owner@example.org',
  });
  expect(current?.smtpUrl).toBe('smtp://127.0.0.1:1');
});

it('never reaches a server on a private address, nor one that has no encryption', async () => {
  const { port } = new URL(receiver.url);
  await store({ host: '127.0.0.1', port, security: 'starttls' });
  expect(await sendTest(await read())).toEqual(['dropped', 'address-not-allowed']);
  await query('delete from outbox');
  expect(await sendTest(await read({ WEBHOOK_ALLOW_PRIVATE: 'true' }))).toEqual(['dropped', '500']);
  expect(receiver.mails).toEqual([]);
});

it('says in a test letter that mail arrives', async () => {
  const mail = await read({
    SMTP_URL: receiver.url,
    MAIL_FROM: 'Jane <jane@example.org>',
    OWNER_EMAIL: 'owner@example.org',
    OWNER_LANGUAGE: 'nl',
  });
  expect(await sendTest(mail)).toEqual(['sent', null]);
  const [letter] = receiver.mails;
  expect(letter?.to).toEqual(['owner@example.org']);
  expect(letter?.parsed.subject).toBe('Testmail van Voordeur');
  expect(letter?.parsed.text).toContain('https://site.example/admin/mail');
});

it('leaves mails waiting while there is no server', async () => {
  const mail = await read();
  expect(mailDestination(database.dataSource, mail).isReady?.()).toBe(false);
  expect(await sendTest(mail)).toEqual(['waiting', 'no-mail-server']);
});
