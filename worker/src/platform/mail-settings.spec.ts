import { fileURLToPath } from 'node:url';
import { secret } from '@voordeur/server';
import { cleanEnv } from 'envalid';
import { expect, it } from 'vitest';
import { mailbox, mailSettingsOf, neededForMails, smtpUrl } from './mail-settings.js';

const whole = {
  SMTP_URL: 'smtps://user:p%40ss@smtp.example.org:465',
  MAIL_FROM: 'The door <door@example.org>',
  OWNER_EMAIL: 'owner@example.org',
  JWT_SECRET: 'a-secret-of-the-tests',
};

/** As the worker's config reads them. Throws with the names of those that are missing or wrong. */
function read(environment: Record<string, string>) {
  const env = cleanEnv(
    environment,
    {
      SMTP_URL: smtpUrl({ default: undefined }),
      MAIL_FROM: mailbox(neededForMails),
      OWNER_EMAIL: mailbox(neededForMails),
      JWT_SECRET: secret(neededForMails),
    },
    {
      reporter: ({ errors }) => {
        const wrong = Object.keys(errors);
        if (wrong.length > 0) throw new Error(wrong.join(' '));
      },
    },
  );
  const OWNER_LANGUAGE = 'nl' as const;
  const SITE_CONFIG = fileURLToPath(new URL('../../../site.config.json', import.meta.url));
  return mailSettingsOf({
    ...env,
    PUBLIC_URL: 'https://site.example',
    TIME_ZONE: 'UTC',
    OWNER_LANGUAGE,
    SITE_CONFIG,
  });
}

it('reads mailboxes in parts, and the brand of the site', () => {
  expect(read(whole)).toMatchObject({
    from: { name: 'The door', address: 'door@example.org' },
    owner: { name: '', address: 'owner@example.org' },
    product: expect.stringMatching(/./) as string,
    ownerLanguage: 'NL',
  });
});

it('means no mails without SMTP_URL, whatever else is there', () => {
  expect(read({})).toBeUndefined();
  expect(read({ MAIL_FROM: 'door@example.org', JWT_SECRET: whole.JWT_SECRET })).toBeUndefined();
});

it.each(['MAIL_FROM', 'OWNER_EMAIL', 'JWT_SECRET'])('refuses SMTP_URL without %s, by name', (name) => {
  expect(() => read(Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)))).toThrow(name);
});

it.each([
  ['SMTP_URL', 'http://smtp.example.org'],
  ['SMTP_URL', 'smtp.example.org'],
  ['MAIL_FROM', 'a@example.org, b@example.org'],
  ['OWNER_EMAIL', 'owner'],
])('refuses %s=%s', (name, value) => {
  expect(() => read({ ...whole, [name]: value })).toThrow(name);
});
