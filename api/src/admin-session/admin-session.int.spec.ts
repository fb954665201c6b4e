import { JwtService } from '@nestjs/jwt';
import { AdminSession } from '@voordeur/contracts/db';
import type { LoginAnswer, SessionAnswer, SessionsAnswer } from '@voordeur/contracts/http';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, testKey } from '../testing/create-test-app.js';
import { forgetFailures } from './login-failures.js';
import { useApp } from '../testing/hooks.js';

const test = useApp();

beforeEach(() => test.database.dataSource.query('delete from login_failures'));

const guess = (secretKey: string, address = '203.0.113.9') =>
  test.http.post('/api/admin/login').set('x-real-ip', address).send({ secretKey });
const session = (token: string) =>
  test.http.get('/api/admin/session').set('authorization', `Bearer ${token}`);
const failures = () => test.database.dataSource.query<object[]>('select * from login_failures');
/** As if all that happened had happened that much earlier. */
const letPass = (minutes: number) =>
  test.database.dataSource.query(
    `update login_failures set failed_at = failed_at - $1 * interval '1 minute'`,
    [minutes],
  );

describe('a session', () => {
  it('opens with the key, says how long it lasts, and ends with a logout', async () => {
    const opened = await guess(testKey).expect(200);
    const { token = '', expiresIn, timeZone } = opened.body as LoginAnswer;
    expect([expiresIn, timeZone]).toEqual([28_800, 'Europe/Amsterdam']);
    const open = (await session(token).expect(200)).body as SessionAnswer;
    expect(open.timeZone).toBe('Europe/Amsterdam');
    const left = open.expiresIn;
    expect(left).toBeGreaterThan(28_790);
    expect(left).toBeLessThanOrEqual(28_800);
    const other = await test.login();
    await test.http.post('/api/admin/logout').set('authorization', `Bearer ${token}`).expect(204);
    const ended = await session(token).expect(401);
    expect(ended.body).toEqual({ error: 'Session expired. Please login again.', code: 'session-expired' });
    await session(other).expect(200);
  });

  it('ends with the next login of the same browser', async () => {
    const [token, other] = [await test.login(), await test.login()];
    await guess('wrong').set('authorization', `Bearer ${token}`).expect(401);
    await session(token).expect(200);
    await guess(testKey).set('authorization', `Bearer ${token}`).expect(200);
    await session(token).expect(401);
    await session(other).expect(200);
  });

  it('may be one of twenty', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => test.login()));
    for (const token of tokens) await session(token).expect(200);
  });

  it('logs out with the content type of a fetcher and no body', async () => {
    const authorization = `Bearer ${await test.login()}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await test.fastify.inject({ method: 'POST', url: '/api/admin/logout', headers });
    expect(answer.statusCode).toBe(204);
  });

  it('ends when its row says so, whatever the token says', async () => {
    const token = await test.login();
    const { sub } = test.app.get(JwtService, { strict: false }).decode<{ sub: string }>(token);
    const rows = test.database.dataSource.getRepository(AdminSession);
    await rows.update({ id: sub }, { expiresAt: new Date(Date.now() - 1) });
    await session(token).expect(401);
  });

  it('ends when its token says so', async () => {
    const { sub } = test.app.get(JwtService, { strict: false }).decode<{ sub: string }>(await test.login());
    const old = await test.app
      .get(JwtService, { strict: false })
      .signAsync({}, { subject: sub, expiresIn: -1 });
    await session(old).expect(401);
  });

  it('is not opened by another token', async () => {
    const good = await test.login();
    const jwt = test.app.get(JwtService, { strict: false });
    const { sub } = jwt.decode<{ sub: string }>(good);
    const [head = '', payload = '', signature = ''] = good.split('.');
    const headOf = (fields: object) =>
      Buffer.from(JSON.stringify({ typ: 'JWT', ...fields })).toString('base64url');
    const none = headOf({ alg: 'none' });
    const signedBy = (secret: string, fields = {}) =>
      new JwtService({ secret }).signAsync(
        {},
        { subject: sub, audience: 'voordeur-admin', header: { alg: 'HS256', ...fields } },
      );
    const tokens = [
      '',
      'x',
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      ...['None', 'NONE', 'nOnE', ''].map((alg) => `${headOf({ alg })}.${payload}.`),
      `${head}.${payload}`,
      `${good}, ${good}`,
      `${head}.${payload}.`,
      `${head}.${payload}.${signature.slice(0, -2)}`,
      await signedBy('another-secret-0123'),
      await signedBy(testKey),
      await signedBy('a-secret-of-the-tests'),
      await signedBy('mine', { kid: '../../../../dev/null' }),
      await signedBy('mine', { kid: "x' union select 'mine" }),
      await signedBy('mine', { jku: 'http://127.0.0.1/keys' }),
      await jwt.signAsync({}, { subject: sub, notBefore: '1 day' }),
      await jwt.signAsync({}, { subject: sub, audience: 'another' }),
      await jwt.signAsync({}, { subject: sub, algorithm: 'HS512' }),
      await jwt.signAsync({}, { subject: '00000000-0000-4000-8000-000000000000' }),
      await jwt.signAsync({}, { subject: "x' or 1=1" }),
      await jwt.signAsync({}),
      'a'.repeat(8_000),
    ];
    for (const token of tokens) await session(token).expect(401);
    await test.http.get('/api/admin/session').expect(401);
    for (const authorization of [`Basic ${good}`, good, `Bearer${good}`, `Digest ${good}`])
      await test.http.get('/api/admin/session').set('authorization', authorization).expect(401);
    for (const name of ['token', 'access_token', 'authorization'])
      await test.http.get(`/api/admin/session?${name}=${good}`).expect(401);
    await session(good).expect(200);
  });
});

describe('a session of a page over TLS', () => {
  const host = 'site.example';
  const origin = `https://${host}`;
  const inBrowser = (method: 'GET' | 'POST', url: string, headers: Record<string, string>) =>
    test.fastify.inject({ method, url, headers: { host, ...headers } });
  const logIn = () =>
    test.fastify.inject({
      method: 'POST',
      url: '/api/admin/login',
      headers: { host, origin },
      payload: { secretKey: testKey },
    });
  const cookieOf = ({ headers }: Awaited<ReturnType<typeof logIn>>) =>
    String(headers['set-cookie']).split(';', 1)[0] ?? '';

  it('is in a cookie that no script can read, and in no answer', async () => {
    const opened = await logIn();
    expect(opened.json()).toEqual({ expiresIn: 28_800, timeZone: 'Europe/Amsterdam' });
    expect(opened.headers['set-cookie']).toMatch(
      /^__Host-session=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const cookie = cookieOf(opened);
    expect((await inBrowser('GET', '/api/admin/session', { cookie })).statusCode).toBe(200);
    const ended = await inBrowser('POST', '/api/admin/logout', { cookie, origin });
    expect(ended.headers['set-cookie']).toMatch(/^__Host-session=; Max-Age=0;/);
    expect((await inBrowser('GET', '/api/admin/session', { cookie })).statusCode).toBe(401);
  });

  it.each([
    ['another site', 'https://other.example'],
    ['this host without TLS', `http://${host}`],
    ['a page with no origin', 'null'],
    ['one that is named like it', `${origin}.other.example`],
    ['nobody', undefined],
  ])('is not used by what %s asks for', async (_who, from) => {
    const cookie = cookieOf(await logIn());
    const asked = await inBrowser('POST', '/api/admin/logout', { cookie, ...(from && { origin: from }) });
    expect([asked.statusCode, asked.json()]).toEqual([
      403,
      { error: 'This was not asked for by a page of this site.', code: 'foreign-origin' },
    ]);
    expect((await inBrowser('GET', '/api/admin/session', { cookie })).statusCode).toBe(200);
  });

  it('is not used where a call names another token', async () => {
    const cookie = cookieOf(await logIn());
    const headers = { cookie, origin, authorization: 'Bearer nonsense' };
    expect((await inBrowser('GET', '/api/admin/session', headers)).statusCode).toBe(401);
  });
});

describe('the list of sessions', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
  const open = async (address: string, agent: string) => {
    const answer = await guess(testKey, address).set('user-agent', agent).expect(200);
    return (answer.body as { token: string }).token;
  };
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  const list = async (token: string) => {
    const answer = await test.http.get('/api/admin/sessions').set(as(token)).expect(200);
    return (answer.body as SessionsAnswer).sessions;
  };

  beforeEach(() => test.database.dataSource.query('delete from admin_sessions'));

  it('says where each was opened from, newest first, and which one asks', async () => {
    const own = await open('203.0.113.9', firefox);
    await open('2001:db8:1:2:3:4:5:6', 'curl/8.5.0');
    const sessions = await list(own);
    expect(sessions).toMatchObject([
      { network: '2001:db8:1::/48', isOwn: false },
      { network: '203.0.113.0/24', browser: 'Firefox, Linux', isOwn: true },
    ]);
    expect(Date.parse(sessions[1]?.expiresAt ?? '') - Date.parse(sessions[1]?.openedAt ?? '')).toBeCloseTo(
      28_800_000,
      -4,
    );
    expect(
      JSON.stringify(await test.database.dataSource.query('select * from admin_sessions')),
    ).not.toContain('203.0.113.9');
  });

  it.each([
    ['::1', '::/48'],
    ['2001:db8::7', '2001:db8::/48'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ])('writes the network of %s as %s', async (address, network) => {
    expect(await list(await open(address, firefox))).toMatchObject([{ network }]);
  });

  it('ends one, or all the others', async () => {
    const [own, second, third] = [
      await open('203.0.113.9', firefox),
      await open('203.0.113.10', firefox),
      await open('203.0.113.11', firefox),
    ];
    const [newest] = await list(own);
    await test.http.delete(`/api/admin/sessions/${newest?.id}`).set(as(own)).expect(204);
    await test.http.delete(`/api/admin/sessions/${newest?.id}`).set(as(own)).expect(404);
    await session(third).expect(401);
    await session(second).expect(200);
    await test.http.delete('/api/admin/sessions').set(as(own)).expect(204);
    await session(second).expect(401);
    await session(own).expect(200);
    expect(await list(own)).toHaveLength(1);
  });
});

it('each attempt is in the log with its outcome, and without the address', async () => {
  const logged = await createTestApp({ DATABASE_URL: test.config.databaseUrl, LOG_LEVEL: 'info' });
  try {
    const send = (secretKey: string) =>
      logged.http.post('/api/admin/login').set('x-real-ip', '203.0.113.9').send({ secretKey });
    for (let n = 0; n < 6; n += 1) await send('wrong');
    await logged.http.post('/api/admin/login').set('x-real-ip', '203.0.113.77').send({ secretKey: testKey });
    const outcomes = logged.log
      .map((line) => JSON.parse(line) as { login?: string; network?: string })
      .filter(({ login }) => login !== undefined);
    expect(outcomes.map(({ login }) => login)).toEqual([
      ...Array<string>(5).fill('failed'),
      'locked',
      'proved',
    ]);
    expect(outcomes[0]?.network).toBe('203.0.113.0/24');
    expect(logged.log.join('')).not.toMatch(/203\.0\.113\.(9|77)/);
  } finally {
    await logged.close();
  }
});

it.each(['ADMIN_SECRET_KEY', 'JWT_SECRET'])('every session ends when %s changes', async (name) => {
  const token = await test.login();
  const changed = await createTestApp({
    DATABASE_URL: test.config.databaseUrl,
    [name]: 'another-one-0123456',
  });
  try {
    const look = () => changed.http.get('/api/admin/session').set('authorization', `Bearer ${token}`);
    await look().expect(401);
    await session(token).expect(200);
  } finally {
    await changed.close();
  }
});

describe('the lockout', () => {
  it('answers 401 as often as allowed, then 429, also for the right key', async () => {
    for (let n = 0; n < 5; n += 1) {
      const wrong = await guess('wrong').expect(401);
      expect(wrong.body).toEqual({ error: 'Invalid credentials', code: 'invalid-credentials' });
    }
    for (const key of ['wrong', testKey]) {
      const locked = await guess(key).expect(429);
      expect(locked.body).toEqual({
        error: 'Too many failed attempts. Try again later.',
        code: 'locked-out',
        retryAfter: 15,
      });
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(14 * 60);
    }
    expect(await failures()).toHaveLength(5);
    await guess(testKey, '203.0.113.10').expect(200);
  });

  it('lasts its time from the failure that filled it, and no longer', async () => {
    await guess('wrong').expect(401);
    await letPass(10);
    for (let n = 0; n < 4; n += 1) await guess('wrong').expect(401);
    await letPass(6);
    // The first is older than 15 minutes now, but the lockout still applies.
    const locked = await guess(testKey).expect(429);
    expect(locked.body).toMatchObject({ retryAfter: 9 });
    await letPass(9);
    await guess('wrong').expect(401);
    await guess(testKey).expect(200);
  });

  it('does not count failures older than itself', async () => {
    for (let n = 0; n < 4; n += 1) await guess('wrong').expect(401);
    await letPass(15.01);
    for (let n = 0; n < 5; n += 1) await guess('wrong').expect(401);
    await guess('wrong').expect(429);
  });

  it('counts guesses that come at once one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess('wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  it('is forgotten by a good login, for its address alone', async () => {
    const open = await test.login();
    for (let n = 0; n < 4; n += 1) await guess('wrong').expect(401);
    await guess('wrong', '203.0.113.10').expect(401);
    await guess(testKey).expect(200);
    expect(await failures()).toHaveLength(1);
    await session(open).expect(200);
  });

  it('holds for all of a /64, and after ten times as many failures for a /48', async () => {
    const statuses = async (addresses: string[], key = 'wrong') => {
      const answers = await Promise.all(addresses.map((address) => guess(key, address)));
      return answers.map(({ status }) => status);
    };
    const judged = async (addresses: string[]) =>
      (await statuses(addresses)).filter((status) => status === 401).length;
    const count = Array.from({ length: 60 }, (_, n) => n.toString(16));
    expect(await judged(count.map((n) => `2001:db8:1:1::${n}`))).toBe(5);
    expect(await judged(count.map((n) => `2001:db8:1:1${n}::1`))).toBe(45);
    expect(
      await judged(['::ffff:203.0.113.9', '::ffff:cb00:7109', ...Array<string>(5).fill('203.0.113.9')]),
    ).toBe(5);
    expect(await statuses(['2001:db8:1:ffff::1', '2001:db8:2:1::1', '203.0.113.10'], testKey)).toEqual([
      429, 200, 200,
    ]);
  });

  it('counts guesses at several processes together', async () => {
    const other = await createTestApp({ DATABASE_URL: test.config.databaseUrl });
    try {
      const answers = await Promise.all(
        [test, other].flatMap(({ http }) =>
          Array.from({ length: 25 }, () => http.post('/api/admin/login').send({ secretKey: 'wrong' })),
        ),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
    } finally {
      await other.close();
    }
  });

  it('keeps only the newest of a flood, and none that no longer matter', async () => {
    const add = (failuresToAdd: number, ago: string) =>
      test.database.dataSource.query(
        `insert into login_failures (address_key, failed_at)
        select sha256(n::text::bytea), now() - $2::interval from generate_series(1, $1::int) as n`,
        [failuresToAdd, ago],
      );
    await add(90, '40 minutes');
    await guess('wrong').expect(401);
    expect(await failures()).toHaveLength(1);
    await add(100_050, '1 minute');
    await guess('wrong').expect(401);
    expect(await failures()).toHaveLength(100_000);
  });

  it('holds one connection however many guess', async () => {
    const { dataSource } = test.database;
    const watcher = dataSource.createQueryRunner();
    await watcher.startTransaction();
    // As another process that is judging.
    await watcher.query(`select pg_advisory_xact_lock(hashtextextended('voordeur/login', 0))`);
    const guesses = Array.from({ length: 100 }, (_, n) => guess('wrong', `203.0.113.${n}`).expect(401));
    const answers = Promise.all(guesses);
    const waiting = async () => {
      const [row] = await dataSource.query<[{ count: number }]>(
        `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      );
      return row.count;
    };
    await expect.poll(waiting).toBe(1);
    await test.http.get('/api/admin/translations').expect(200);
    expect(await waiting()).toBe(1);
    await watcher.commitTransaction();
    await watcher.release();
    await answers;
  });

  it('is lifted by `make unlock`', async () => {
    for (let n = 0; n < 6; n += 1) await guess('wrong');
    await guess('wrong', '203.0.113.10');
    expect(await forgetFailures(test.database.dataSource)).toBe(2);
    await guess(testKey).expect(200);
  });

  it('keeps no address', async () => {
    await guess('wrong').expect(401);
    expect(JSON.stringify(await failures())).not.toContain('203.0.113.9');
  });

  it('takes a key of any length from 16 to 1,024 characters', async () => {
    for (const length of [16, 64, 1_024]) {
      const key = 'k'.repeat(length);
      const other = await createTestApp({ DATABASE_URL: test.config.databaseUrl, ADMIN_SECRET_KEY: key });
      try {
        await other.http.post('/api/admin/login').send({ secretKey: key }).expect(200);
        await other.http
          .post('/api/admin/login')
          .send({ secretKey: key.slice(1) })
          .expect(401);
      } finally {
        await other.close();
      }
    }
  });

  it('takes the key as it was typed', async () => {
    await guess(` ${testKey}`).expect(401);
    await guess(`${testKey} `).expect(401);
    await guess(testKey.toUpperCase()).expect(401);
  });
});
