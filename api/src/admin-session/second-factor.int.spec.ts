import { execFile } from 'node:child_process';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { NewSecondFactorAnswer, SecurityEventsAnswer } from '@voordeur/contracts/http';
import { TOTP, URI } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, testKey } from '../testing/create-test-app.js';
import { useApp } from '../testing/hooks.js';
import { forgetFailures } from './login-failures.js';
import { removeSecondFactor } from './second-factor.js';

const resetProgram = fileURLToPath(
  new URL('../../dist/admin-session/reset-second-factor.js', import.meta.url),
);
const test = useApp();
const query = (sql: string) => test.database.dataSource.query<Record<string, unknown>[]>(sql);

beforeEach(() =>
  query('truncate second_factor, security_events, admin_key, login_failures, wrong_codes, admin_sessions'),
);

const login = (body: object, http = test.http) =>
  http.post('/api/admin/login').send({ secretKey: testKey, ...body });
const call = (token: string, method: 'get' | 'post', path: string, body?: object) =>
  test.http[method](`/api/admin/${path}`).set('authorization', `Bearer ${token}`).send(body);
const kinds = async () =>
  (await query('select kind from security_events order by occurred_at, id')).map(({ kind }) => kind);
/** The code the app shows `steps` half minutes from now. */
const codeOf = ({ address }: NewSecondFactorAnswer, steps = 0) =>
  (URI.parse(address) as TOTP).generate({ timestamp: Date.now() + steps * 30_000 });

/** The last one, which is accepted until this half minute ends. */
async function earlierCodeOf(factor: NewSecondFactorAnswer): Promise<string> {
  const leftMs = 30_000 - (Date.now() % 30_000);
  if (leftMs < 5_000) await wait(leftMs);
  return codeOf(factor, -1);
}

async function switchOn() {
  const token = await test.login();
  const factor = (await call(token, 'post', 'second-factor', { secretKey: testKey }).expect(200))
    .body as NewSecondFactorAnswer;
  await call(token, 'post', 'second-factor/confirm', { code: await earlierCodeOf(factor) }).expect(204);
  return { token, factor };
}

describe('the second factor', () => {
  it('is asked for once a code of it was typed, and not before', async () => {
    const [token, other] = [await test.login(), await test.login()];
    const factor = (await call(token, 'post', 'second-factor', { secretKey: testKey }).expect(200))
      .body as NewSecondFactorAnswer;
    expect(factor.address).toMatch(/^otpauth:\/\/totp\/Voordeur:admin\?issuer=Voordeur&secret=[A-Z2-7]{32}&/);
    await login({}).expect(200);
    const wrong = await call(token, 'post', 'second-factor/confirm', { code: '000000' }).expect(422);
    expect(wrong.body).toMatchObject({ code: 'wrong-code' });
    await login({}).expect(200);
    expect((await call(token, 'get', 'second-factor')).body).toEqual({ isOn: false });

    await call(token, 'post', 'second-factor/confirm', { code: await earlierCodeOf(factor) }).expect(204);
    expect((await call(token, 'get', 'second-factor')).body).toEqual({ isOn: true });
    const refused = await login({}).expect(401);
    expect(refused.body).toMatchObject({ code: 'code-needed' });
    await login({ code: codeOf(factor) }).expect(200);
    await call(other, 'get', 'session').expect(401);
    await call(token, 'get', 'session').expect(200);
  });

  it('takes each code once, also of two logins at once', async () => {
    const { factor } = await switchOn();
    const code = codeOf(factor);
    const answers = await Promise.all([login({ code }), login({ code }), login({ code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    await login({ code: codeOf(factor, -1) }).expect(401);
    await login({ code: codeOf(factor, 1) }).expect(200);
  });

  it('takes a code of a clock that is half a minute off, and no older one', async () => {
    const { factor } = await switchOn();
    await login({ code: codeOf(factor, -2) }).expect(401);
    await login({ code: codeOf(factor, 2) }).expect(401);
    await login({ code: codeOf(factor, 1) }).expect(200);
  });

  it('counts wrong codes as failures, and a missing one not', async () => {
    const { factor } = await switchOn();
    for (let n = 0; n < 10; n += 1) await login({}).expect(401);
    for (let n = 0; n < 5; n += 1) await login({ code: '000000' }).expect(401);
    await login({ code: codeOf(factor) }).expect(429);
  });

  it('takes the key again, and counts a wrong one as the login does', async () => {
    const token = await test.login();
    const begin = (secretKey: string) => call(token, 'post', 'second-factor', { secretKey });
    for (let n = 0; n < 5; n += 1) await begin('wrong').expect(422);
    await begin(testKey).expect(429);
    await login({}).expect(429);
    await call(token, 'get', 'session').expect(200);
  });

  it('says nothing of itself to a wrong key', async () => {
    await switchOn();
    const refused = await login({ secretKey: 'wrong' }).expect(401);
    expect(refused.body).toMatchObject({ code: 'invalid-credentials' });
  });

  it('is switched off with a code, and not without', async () => {
    const { token, factor } = await switchOn();
    const end = (body: object) => call(token, 'post', 'second-factor/end', { secretKey: testKey, ...body });
    expect((await end({ code: '000000' }).expect(422)).body).toMatchObject({ code: 'wrong-proof' });
    await end({ code: codeOf(factor), secretKey: 'wrong' }).expect(422);
    await end({}).expect(422);
    await call(token, 'post', 'second-factor', { secretKey: testKey }).expect(422);
    await call(token, 'get', 'session').expect(200);
    await end({ code: codeOf(factor) }).expect(204);
    await login({}).expect(200);
  });

  it('is not reported as switched off where it was never confirmed', async () => {
    const token = await test.login();
    await call(token, 'post', 'second-factor', { secretKey: testKey }).expect(200);
    expect(await test.database.dataSource.transaction(removeSecondFactor)).toBe(false);
    expect(await query('select from second_factor')).toEqual([]);
    expect(await kinds()).not.toContain('second-factor-off');
  });

  it('is not in the database to be read', async () => {
    const { factor } = await switchOn();
    const [row] = await query('select sealed_secret from second_factor');
    const sealed = row?.['sealed_secret'] as Buffer;
    const secret = Buffer.from((URI.parse(factor.address) as TOTP).secret.bytes);
    expect(sealed.includes(secret)).toBe(false);
    const other = await createTestApp({
      DATABASE_URL: test.config.databaseUrl,
      JWT_SECRET: 'another-secret-0123456',
    });
    try {
      await login({ code: codeOf(factor) }, other.http).expect(401);
    } finally {
      await other.close();
    }
  });

  it('is sealed as AES-256-GCM, and a value that was tampered with opens for no code', async () => {
    const { factor } = await switchOn();
    const [row] = await query('select sealed_secret from second_factor');
    const sealed = row?.['sealed_secret'] as Buffer;
    const key = hkdfSync('sha256', test.config.jwtSecret, '', 'voordeur/second-factor', 32);
    const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key), sealed.subarray(0, 12));
    cipher.setAuthTag(sealed.subarray(12, 28));
    const secret = Buffer.concat([cipher.update(sealed.subarray(28)), cipher.final()]);
    expect(secret).toEqual(Buffer.from((URI.parse(factor.address) as TOTP).secret.bytes));
    expect(secret).toHaveLength(20);

    for (const byte of [0, 12, 28]) {
      await query(
        `update second_factor set sealed_secret = set_byte(sealed_secret, ${byte}, get_byte(sealed_secret, ${byte}) # 1)`,
      );
      await login({ code: codeOf(factor) }).expect(401);
      await query(
        `update second_factor set sealed_secret = set_byte(sealed_secret, ${byte}, get_byte(sealed_secret, ${byte}) # 1)`,
      );
    }
    await login({ code: codeOf(factor) }).expect(200);
  });

  it('is another one each time', async () => {
    const first = (await switchOn()).factor;
    await query('truncate second_factor');
    expect((await switchOn()).factor.secret).not.toBe(first.secret);
  });

  it('ends by `make unlock SECOND_FACTOR=off`, which says whether it was on', async () => {
    const reset = () =>
      promisify(execFile)(process.execPath, [resetProgram], {
        env: {
          DATABASE_URL: test.config.databaseUrl,
          REDIS_URL: test.config.redisUrl,
          ADMIN_SECRET_KEY: testKey,
          JWT_SECRET: test.config.jwtSecret,
        },
      });
    await switchOn();
    expect((await reset()).stdout).toContain('The second factor is off');
    await login({}).expect(200);
    expect((await reset()).stdout).toBe('There was no second factor.\n');
  });

  it.each(['', '12345678901', 'abc\u0000', 123456, null, ['123456'], '００００００'])(
    'a code of %j is no code',
    async (code) => {
      await switchOn();
      const { status } = await login({ code });
      expect([400, 401]).toContain(status);
    },
  );
});

it('judges no code for switching it on where it is on', async () => {
  const { token, factor } = await switchOn();
  for (const code of [codeOf(factor), '000000']) {
    const refused = await call(token, 'post', 'second-factor/confirm', { code }).expect(422);
    expect(refused.body).toMatchObject({ code: 'second-factor-on' });
  }
  await login({ code: codeOf(factor) }).expect(200);
});

describe('wrong codes that come with the right key', () => {
  const loginFrom = (address: string, body: object = {}, http = test.http) =>
    login(body, http).set('x-real-ip', address);
  /** Each from a network of its own. */
  const guess = async (count: number, http = test.http) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) => loginFrom(`198.18.${n}.1`, { code: '000000' }, http)),
    );
    return answers.filter(({ status }) => status === 401).length;
  };
  /** As if all that happened had happened that much earlier. */
  const letPass = (seconds: number) =>
    Promise.all(
      ['wrong_codes', 'login_failures'].map((table) =>
        query(`update ${table} set failed_at = failed_at - ${seconds} * interval '1 second'`),
      ),
    );

  it('are judged ten an hour over all addresses, then one every ten seconds, and the owner hears of it once', async () => {
    await switchOn();
    expect(await guess(10)).toBe(10);
    // As if a slow machine weren't ten seconds on by now.
    await letPass(-60);
    expect(await guess(5)).toBe(0);
    expect((await kinds()).filter((kind) => kind === 'codes-guessed')).toHaveLength(1);
    const refused = await loginFrom('198.18.200.1', { code: '000000' }).expect(429);
    expect(refused.body).toMatchObject({ code: 'locked-out' });
    await letPass(60);
    for (let n = 0; n < 2; n += 1) {
      await letPass(10);
      expect(await guess(3)).toBe(1);
    }
    await letPass(3_600);
    expect(await guess(10)).toBe(10);
    expect((await kinds()).filter((kind) => kind === 'codes-guessed')).toHaveLength(1);
  });

  it('are at most twenty in ninety seconds, however fast and from wherever they come', async () => {
    await switchOn();
    let judged = await guess(12);
    const isWithin = `select min(failed_at) > now() - interval '90 seconds' as within from wrong_codes`;
    for (let n = 0; (await query(isWithin))[0]?.['within'] === true; n += 1) {
      const { status } = await loginFrom(`198.19.${n}.1`, { code: '000000' });
      if (status === 401) judged += 1;
      await letPass(2);
    }
    expect(judged).toBeGreaterThan(10);
    expect(judged).toBeLessThanOrEqual(20);
  });

  it('are limited in every process, and after a restart', async () => {
    await switchOn();
    expect(await guess(9)).toBe(9);
    const { databaseUrl } = test.config;
    const other = await createTestApp({ DATABASE_URL: databaseUrl, JWT_SECRET: test.config.jwtSecret });
    try {
      expect(await guess(3, other.http)).toBe(1);
      await letPass(-60);
      expect(await guess(3)).toBe(0);
    } finally {
      await other.close();
    }
  });

  it('leave the owner in, who has tries of her own where she has logged in before', async () => {
    const { factor } = await switchOn();
    await loginFrom('203.0.113.5', { code: codeOf(factor) }).expect(200);
    await guess(12);
    for (let n = 0; n < 4; n += 1) await loginFrom(`203.0.113.${n}`, { code: '000000' }).expect(401);
    await loginFrom('203.0.113.99', { code: codeOf(factor, 1) }).expect(200);
  });

  it('have five tries an hour from such a network', async () => {
    const { factor } = await switchOn();
    await loginFrom('203.0.113.5', { code: codeOf(factor) }).expect(200);
    await guess(12);
    for (let n = 0; n < 5; n += 1) await loginFrom(`203.0.113.${n}`, { code: '000000' }).expect(401);
    await loginFrom('203.0.113.99', { code: codeOf(factor, 1) }).expect(429);
    await letPass(3_600);
    await loginFrom('203.0.113.99', { code: codeOf(factor, 1) }).expect(200);
  });

  it('have none of their own where the key alone was enough, or the login is 90 days ago', async () => {
    await loginFrom('203.0.113.5').expect(200);
    const { factor } = await switchOn();
    await loginFrom('192.0.2.5', { code: codeOf(factor) }).expect(200);
    await query(`update second_factor set confirmed_at = confirmed_at - interval '100 days'`);
    await query(
      `update security_events set occurred_at = occurred_at - interval '91 days' where network = '192.0.2.0/24'`,
    );
    await query(
      `update security_events set occurred_at = occurred_at - interval '101 days' where network = '203.0.113.0/24'`,
    );
    await guess(12);
    await loginFrom('192.0.2.5', { code: codeOf(factor, 1) }).expect(429);
    await loginFrom('203.0.113.5', { code: codeOf(factor, 1) }).expect(429);
  });

  it('are forgotten by `make unlock`', async () => {
    await switchOn();
    await guess(12);
    await forgetFailures(test.database.dataSource);
    expect(await guess(10)).toBe(10);
  });

  it('fail nobody else, whatever they are', async () => {
    const { factor } = await switchOn();
    const answers = await Promise.all([
      ...['００００００', null, '٠١٢٣٤٥'].map((code, n) => loginFrom(`198.18.${n}.1`, { code })),
      loginFrom('203.0.113.5', { code: codeOf(factor) }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 401, 200]);
  });
});

describe('a notice to the owner', () => {
  it('is each login, switching, and one lockout an hour', async () => {
    const { factor, token } = await switchOn();
    await call(token, 'post', 'second-factor/end', { secretKey: testKey, code: codeOf(factor) }).expect(204);
    for (let n = 0; n < 7; n += 1) await login({ secretKey: 'wrong' });
    for (let n = 0; n < 7; n += 1) await login({ secretKey: 'wrong' }).set('x-real-ip', '203.0.113.44');
    expect(await kinds()).toEqual(['login', 'second-factor-on', 'second-factor-off', 'lockout']);
    const answer = await call(token, 'get', 'security-events').expect(200);
    const { events } = answer.body as SecurityEventsAnswer;
    expect(events.map(({ kind }) => kind)).toEqual([
      'lockout',
      'second-factor-off',
      'second-factor-on',
      'login',
    ]);
  });

  it('is a new admin key, once', async () => {
    const restart = async (key: string) => {
      const app = await createTestApp({ DATABASE_URL: test.config.databaseUrl, ADMIN_SECRET_KEY: key });
      await app.app.close();
    };
    await restart(testKey);
    expect(await kinds()).toEqual([]);
    await restart('another-key-of-the-tests');
    await restart('another-key-of-the-tests');
    expect(await kinds()).toEqual(['key-changed']);
    await restart(testKey);
    expect(await kinds()).toEqual(['key-changed', 'key-changed']);
  });
});
