import { expect, it } from 'vitest';
import { loadConfig } from './config.js';

const whole = {
  SMTP_URL: 'smtps://user:p%40ss@smtp.example.org:465',
  MAIL_FROM: 'The door <door@example.org>',
  OWNER_EMAIL: 'owner@example.org',
  JWT_SECRET: 'a-secret-of-the-tests',
};

/** Throws with the names of those that are missing or wrong. */
function read(environment: Record<string, string>) {
  const services = { DATABASE_URL: 'postgres://localhost/x', REDIS_URL: 'redis://localhost' };
  return loadConfig({ ...services, OWNER_LANGUAGE: 'nl', ...environment }).mail;
}

it('reads mailboxes in parts, and the brand of the site', () => {
  expect(read(whole)).toMatchObject({
    from: { name: 'The door', address: 'door@example.org' },
    owner: { name: '', address: 'owner@example.org' },
    product: expect.stringMatching(/./) as string,
    ownerLanguage: 'nl',
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
