import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { headOf, isStatus, jsonOf, type Kind, ownerToken, type Target } from './target.js';

const atOnce = 50;
const mostFailures = 5;

export const loginRaces: Kind = async (target) => {
  const { expect, nextAddress: address, postJson, settings } = target;
  const secretKey = settings.environment['ADMIN_SECRET_KEY'];
  const guess = (from: string, key: unknown) => postJson('/api/admin/login', { secretKey: key }, { from });

  const from = address();
  const guesses = await Promise.all(
    Array.from({ length: atOnce }, (_, index) => guess(from, `a guess ${index}`)),
  );
  const judged = guesses.filter((reply) => isStatus(reply, 401)).length;
  expect(`${atOnce} guesses at once`, judged <= mostFailures, `${judged} were judged`);
  for (const reply of guesses) expect('a guess', isStatus(reply, 401, 429), reply);
  const right = await guess(from, secretKey);
  expect('the right key while it is locked out', isStatus(right, 429), right);

  // The right one among wrong ones opens no more than its own session.
  const mixed = address();
  const keys = Array.from({ length: atOnce }, (_, index) => (index === 25 ? secretKey : `another ${index}`));
  const answers = await Promise.all(keys.map((key) => guess(mixed, key)));
  const opened = answers.filter((reply) => isStatus(reply, 200)).length;
  expect('one right key among 50', opened <= 1, `${opened} sessions`);

  for (const key of [
    '',
    ' ',
    null,
    true,
    0,
    [secretKey],
    { $ne: '' },
    'x'.repeat(30_000),
    `${secretKey}\0`,
    `${secretKey} `,
  ]) {
    const reply = await guess(address(), key);
    expect(`the key ${JSON.stringify(key).slice(0, 30)}`, isStatus(reply, 400, 401), reply);
  }
};

const base64 = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const sign = (algorithm: string, key: string | Buffer, head: object, claims: object) => {
  const text = `${base64(head)}.${base64(claims)}`;
  return `${text}.${createHmac(algorithm, key).update(text).digest('base64url')}`;
};

export const forgedTokens: Kind = async (target) => {
  const { ask, expect, postJson, settings } = target;
  const { JWT_SECRET: secret = '', ADMIN_SECRET_KEY: adminKey = '' } = settings.environment;
  const token = await ownerToken(target);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
  const now = Math.floor(Date.now() / 1_000);
  const good = { sub, aud: 'voordeur-admin', iat: now, exp: now + 3_600 };
  const hs256 = { alg: 'HS256', typ: 'JWT' };
  // What the api signs with. Anyone who had it could log in, so these show that the claims count too.
  const key = Buffer.from(hkdfSync('sha256', secret, adminKey, 'voordeur/sessions', 32));

  const none = ['none', 'None', 'NONE', 'nOnE', ''].map((alg) => `${base64({ alg, typ: 'JWT' })}.${claims}.`);
  const tokens: Record<string, string> = {
    ...Object.fromEntries(none.map((one, index) => [`alg none ${index}`, one])),
    'alg none with a signature': `${base64({ alg: 'none' })}.${claims}.${signature}`,
    'no signature': `${head}.${claims}.`,
    'two parts': `${head}.${claims}`,
    'another signature': `${head}.${claims}.${signature.split('').toReversed().join('')}`,
    'other claims under its signature': `${head}.${base64({ ...good, sub: randomUUID() })}.${signature}`,
    'an empty key': sign('sha256', '', hs256, good),
    'a usual key': sign('sha256', 'secret', hs256, good),
    'the secret itself as the key': sign('sha256', secret, hs256, good),
    'the admin key as the key': sign('sha256', adminKey, hs256, good),
    'its own key in the head': sign(
      'sha256',
      'mine',
      { ...hs256, jwk: { kty: 'oct', k: base64('mine') } },
      good,
    ),
    'a key by its address': sign('sha256', 'mine', { ...hs256, jku: 'http://127.0.0.1/keys' }, good),
    'a file as the key': sign('sha256', '', { ...hs256, kid: '../../../../dev/null' }, good),
    'a statement as the key': sign('sha256', 'x', { ...hs256, kid: "x' union select 'x" }, good),
    'RS256 said of HS256': sign('sha256', key, { alg: 'RS256', typ: 'JWT' }, good),
    'the right key, another algorithm': sign('sha512', key, { alg: 'HS512', typ: 'JWT' }, good),
    'expired an hour ago': sign('sha256', key, hs256, { ...good, exp: now - 3_600 }),
    'not before tomorrow': sign('sha256', key, hs256, { ...good, nbf: now + 86_400 }),
    'for someone else': sign('sha256', key, hs256, { ...good, aud: 'another' }),
    'for nobody': sign('sha256', key, hs256, { sub, exp: good.exp }),
    'a session that there never was': sign('sha256', key, hs256, { ...good, sub: randomUUID() }),
    'a statement for a session': sign('sha256', key, hs256, { ...good, sub: "x' or '1'='1" }),
    'a list of sessions': sign('sha256', key, hs256, { ...good, sub: [sub] }),
    'an unsubscribe link': sign('sha256', secret, hs256, { ...good, purpose: 'unsubscribe-tokens' }),
    'claims that are no JSON': `${head}.${base64('no json')}.${signature}`,
    'a long one': `${head}.${'A'.repeat(6_000)}.${signature}`,
    'two of them': `${token}, ${token}`,
    nothing: '',
  };
  for (const [what, forged] of Object.entries(tokens)) {
    const reply = await ask('/api/admin/leads', { headers: { authorization: `Bearer ${forged}` } });
    expect(what, isStatus(reply, 401), reply);
    const cookie = await ask('/api/admin/leads', { headers: { cookie: `__Host-session=${forged}` } });
    expect(`${what}, as a cookie`, isStatus(cookie, 401), cookie);
  }
  for (const authorization of [`Basic ${token}`, token, `Bearer${token}`, `Digest ${token}`]) {
    const reply = await ask('/api/admin/leads', { headers: { authorization } });
    expect(`the scheme of ${authorization.slice(0, 12)}`, isStatus(reply, 401), reply);
  }
  for (const query of [`token=${token}`, `access_token=${token}`, `authorization=Bearer%20${token}`]) {
    const reply = await ask(`/api/admin/leads?${query}`);
    expect(`the token in ${query.slice(0, 12)}`, isStatus(reply, 401), reply);
  }
  await expectNoCallWithoutSession(target);

  const bearer = { authorization: `Bearer ${token}` };
  const before = await ask('/api/admin/leads', { headers: bearer });
  if (!isStatus(before, 200)) throw new Error(`The owner's token is not good: ${headOf(before)}`);
  await postJson('/api/admin/logout', {}, { headers: bearer });
  for (let replay = 0; replay < 5; replay += 1) {
    const reply = await ask('/api/admin/leads', { headers: bearer });
    expect('a token after its logout', isStatus(reply, 401), reply);
  }

  await expectLinksAreSigned(target);
};

/** Of every call of the admin that docs/openapi.json has, none answers a stranger. */
async function expectNoCallWithoutSession({ ask, expect }: Target): Promise<void> {
  const { default: document } = await import('../../../../../docs/openapi.json', { with: { type: 'json' } });
  for (const [path, methods] of Object.entries(document.paths)) {
    if (!path.startsWith('/api/admin/')) continue;
    for (const method of Object.keys(methods)) {
      const call = `${method.toUpperCase()} ${path}`;
      if (['POST /api/admin/login', 'GET /api/admin/translations'].includes(call)) continue;
      const filled = path.replace(/\{[^}]+\}/g, randomUUID());
      const headers = { 'content-type': 'application/json' };
      const reply = await ask(filled, { method: method.toUpperCase(), headers, body: '{}' });
      expect(`${call} without a session`, isStatus(reply, 401), reply);
    }
  }
}

async function expectLinksAreSigned({ ask, expect, postJson, settings }: Target): Promise<void> {
  const secret = settings.environment['JWT_SECRET'] ?? '';
  const id = randomUUID();
  const forged = [
    `${id}.`,
    id,
    `${id}.${createHmac('sha256', secret).update(id).digest('base64url')}`,
    `${id}.${createHmac('sha256', '').update(id).digest('base64url')}`,
    `.${'A'.repeat(43)}`,
    '../../etc/passwd.AAAA',
    `${id}.${'A'.repeat(5_000)}`,
  ];
  for (const token of forged) {
    const unsubscribe = await postJson('/api/unsubscribe', { token });
    expect('a forged link to unsubscribe', isStatus(unsubscribe, 400), unsubscribe);
    const confirm = await postJson('/api/newsletter-confirm', { token });
    expect('a forged link to confirm', isStatus(confirm, 400), confirm);
  }

  const form = { email: `guide-${id}@example.org`, language: 'NL', timestamp: new Date().toISOString() };
  const { documentUrl } = jsonOf(await postJson('/api/prompt-signup', form));
  const url = new URL(String(documentUrl), 'http://x');
  const asked = (change: Record<string, string | undefined>) => {
    const query = Object.entries({ ...Object.fromEntries(url.searchParams), ...change });
    const given = query.filter((entry): entry is [string, string] => entry[1] !== undefined);
    return ask(`${url.pathname}?${new URLSearchParams(given).toString()}`);
  };
  const good = await asked({});
  if (!isStatus(good, 200)) throw new Error(`The guide is not there: ${headOf(good)}`);
  const expires = url.searchParams.get('expires') ?? '';
  const changes: Record<string, string | undefined>[] = [
    { sig: undefined },
    { sig: '' },
    { sig: 'A'.repeat(43) },
    { expires: String(Number(expires) + 1) },
    { expires: '99999999999999' },
    { expires: `${expires}e3` },
    { expires: '-1' },
    { expires: undefined },
  ];
  for (const change of changes) {
    const reply = await asked(change);
    expect(`the guide with ${JSON.stringify(change)}`, isStatus(reply, 400, 403), reply);
  }
  const twice = await ask(`${url.pathname}${url.search}&sig=x&expires=99999999999999`);
  expect('the guide with everything twice', isStatus(twice, 400, 403), twice);
}
