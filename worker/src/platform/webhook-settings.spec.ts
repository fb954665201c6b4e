import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { cleanEnv } from 'envalid';
import { expect, it } from 'vitest';
import { loadConfig } from './config.js';
import { signPayload } from '../outbox/sign-payload.js';
import { retrySeconds, signingSecrets, timeoutSeconds, webhookUrl } from './webhook-settings.js';

const rules = {
  SECRET: signingSecrets({ default: undefined }),
  URL: webhookUrl({ default: undefined }),
  RETRY: retrySeconds({ default: undefined }),
  TIMEOUT: timeoutSeconds({ default: undefined }),
};
const read = (given: Record<string, string>) => {
  let wrong: string[] = [];
  const env = cleanEnv(given, rules, {
    reporter: ({ errors }) => {
      wrong = Object.values(errors).map((error) => String(error));
    },
  });
  return { env, wrong };
};
const services = { DATABASE_URL: 'postgres://localhost/x', REDIS_URL: 'redis://localhost' };

it('reads which endpoints have an address', () => {
  const { webhooks } = loadConfig({
    ...services,
    WEBHOOK_VIDEO_SIGNUP_URL: 'https://example.org/hook?key=1',
    WEBHOOK_QUESTION_URL: '',
    WEBHOOK_SIGNING_SECRET: 'a plain one has no space'.replaceAll(' ', '-'),
  });
  expect([...webhooks.urls]).toEqual([['video-signup', 'https://example.org/hook?key=1']]);
  expect(webhooks).toMatchObject({ timeoutMs: 15_000, allowPrivate: false });
  expect(webhooks.retrySeconds).toEqual([0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400]);
});

it('starts without any of it', () => {
  const { webhooks } = loadConfig(services);
  expect(webhooks.urls.size).toBe(0);
  expect(webhooks.signingKeys).toEqual([]);
});

it.each([
  ['whsec_ and base64', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 1, {}],
  ['plain text', 'sixteen-or-more!', 1, { format: 'raw' } as const],
  ['two, by space', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw sixteen-or-more!', 2, {}],
  ['two, by comma', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, sixteen-or-more!', 2, {}],
])('takes a secret as the public library does: %s', (_, secret, count, format) => {
  const keys = read({ SECRET: secret }).env.SECRET ?? [];
  expect(keys).toHaveLength(count);
  const headers = signPayload({ id: 'an-id', sentAt: new Date(), body: '{}' }, keys);
  const first = secret.split(/[ ,]/)[0] ?? '';
  expect(new Webhook(first, format).verify('{}', headers)).toEqual({});
});

it.each([
  { SECRET: 'too-short' },
  { SECRET: 'whsec_c2hvcnQ=' },
  { SECRET: 'whsec_no base64' },
  { SECRET: 'whsec_not*base64*at*all*but*long' },
  { SECRET: 'the-first-secret the-second-secret the-third-secret' },
  { URL: 'ftp://example.org/' },
  { URL: 'example.org' },
  { URL: 'https://name@example.org/' },
  { URL: 'https://:password@example.org/' },
  { RETRY: '0,5,' },
  { RETRY: '-1' },
  { RETRY: '1.5' },
  { RETRY: '604801' },
  { TIMEOUT: '0' },
  { TIMEOUT: '61' },
  { TIMEOUT: 'x' },
])('refuses %j', (given) => {
  const { wrong } = read(given);
  expect(wrong).toHaveLength(1);
  if ('SECRET' in given || 'URL' in given) expect(wrong[0]).not.toContain(Object.values(given)[0]);
});

it('does not start with an address and no secret', () => {
  expect(() => loadConfig({ ...services, WEBHOOK_SETUPS_URL: 'https://example.org/' })).toThrow(
    /wrong:\n {2}WEBHOOK_SIGNING_SECRET is needed where a WEBHOOK_…_URL is set$/,
  );
});

/** The headers of a body as the worker signs it with this setting. */
const body = '{"type":"newsletter"}';
const signed = (SECRET: string) =>
  signPayload({ id: 'msg_1', sentAt: new Date(), body }, read({ SECRET }).env.SECRET ?? []);

it('signs with the secret that make up writes as the libraries of receivers take it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-secret-'));
  const root = join(import.meta.dirname, '../../..');
  execFileSync(process.execPath, [
    join(root, 'infra/operate/scripts/write-env.mjs'),
    ...[join(root, '.env.example'), join(dir, '.env')],
  ]);
  const { WEBHOOK_SIGNING_SECRET: secret = '' } = parseEnv(readFileSync(join(dir, '.env'), 'utf8'));
  rmSync(dir, { recursive: true });
  // docs/webhooks.md, "Checking the signature"
  expect(new Webhook(secret).verify(body, signed(secret))).toEqual(JSON.parse(body));
  expect(new SvixWebhook(secret).verify(body, signed(secret))).toEqual(JSON.parse(body));
});

it('goes on signing with one that an earlier version wrote', () => {
  const secret = 'a3f1'.repeat(12);
  expect(new Webhook(secret, { format: 'raw' }).verify(body, signed(secret))).toEqual(JSON.parse(body));
  const inBase64 = `whsec_${Buffer.from(secret).toString('base64')}`;
  expect(new Webhook(inBase64).verify(body, signed(secret))).toEqual(JSON.parse(body));
  expect(new SvixWebhook(inBase64).verify(body, signed(secret))).toEqual(JSON.parse(body));
});
