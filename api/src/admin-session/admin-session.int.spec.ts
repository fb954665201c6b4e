import { JwtService } from '@nestjs/jwt';
import { AdminSession } from '@voordeur/contracts/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, testKey } from '../testing/create-test-app.js';
import { forgetFailures } from './login-failures.js';

let test: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(() => test.database.dataSource.query('delete from login_failures'));
afterAll(() => test.close());

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
    const { token, expiresIn } = opened.body as { token: string; expiresIn: number };
    expect(expiresIn).toBe(28_800);
    const open = await session(token).expect(200);
    const left = (open.body as { expiresIn: number }).expiresIn;
    expect(left).toBeGreaterThan(28_790);
    expect(left).toBeLessThanOrEqual(28_800);
    const other = await test.login();
    await test.http.post('/api/admin/logout').set('authorization', `Bearer ${token}`).expect(204);
    const ended = await session(token).expect(401);
    expect(ended.body).toEqual({ error: 'Session expired. Please login again.', code: 'session-expired' });
    await session(other).expect(200);
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
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const tokens = [
      '',
      'x',
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${head}.${payload}.`,
      `${head}.${payload}.${signature.slice(0, -2)}`,
      await new JwtService({ secret: 'another-secret-0123' }).signAsync({}, { subject: sub }),
      await jwt.signAsync({}, { subject: sub, algorithm: 'HS512' }),
      await jwt.signAsync({}, { subject: '00000000-0000-4000-8000-000000000000' }),
      await jwt.signAsync({}, { subject: "x' or 1=1" }),
      await jwt.signAsync({}),
      'a'.repeat(8_000),
    ];
    for (const token of tokens) await session(token).expect(401);
    await test.http.get('/api/admin/session').expect(401);
    await test.http.get('/api/admin/session').set('authorization', `Basic ${good}`).expect(401);
    await session(good).expect(200);
  });
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
    // The first is older than 15 minutes now, and the lockout stands all the same.
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

  it('takes the key as it was typed', async () => {
    await guess(` ${testKey}`).expect(401);
    await guess(`${testKey} `).expect(401);
    await guess(testKey.toUpperCase()).expect(401);
  });
});
