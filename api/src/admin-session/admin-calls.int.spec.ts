import { JwtService } from '@nestjs/jwt';
import { AdminSession } from '@voordeur/contracts/db';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppModule } from '../app.module.js';
import { routesOf } from '../openapi/routes.js';
import { createTestApp } from '../testing/create-test-app.js';

/** The login opens a session, and the site itself reads the changed texts. */
const openToAll = new Set(['POST /api/admin/login', 'GET /api/admin/translations']);

/** Every call of the admin area that there is, read from the code: a new one is held to this without being named. */
const calls = routesOf(AppModule)
  .filter(({ path }) => path.startsWith('/api/admin/'))
  .filter(({ method, path }) => !openToAll.has(`${method} ${path}`));

let test: Awaited<ReturnType<typeof createTestApp>>;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  test = await createTestApp();
  const jwt = test.app.get(JwtService, { strict: false });
  const sessions = test.database.dataSource.getRepository(AdminSession);
  const idOf = (token: string) => jwt.decode<{ sub: string }>(token).sub;

  tokens['none'] = '';
  tokens['one of another shape'] = 'Bearer nonsense';
  tokens['another scheme'] = `Basic ${await test.login()}`;
  const forger = new JwtService({ secret: 'of somebody else' });
  tokens['one that another key signed'] =
    `Bearer ${await forger.signAsync({}, { subject: idOf(await test.login()) })}`;
  const expired = await test.login();
  await sessions.update({ id: idOf(expired) }, { expiresAt: new Date(Date.now() - 1) });
  tokens['an expired one'] = `Bearer ${expired}`;
  const revoked = await test.login();
  await test.http.post('/api/admin/logout').set('authorization', `Bearer ${revoked}`).expect(204);
  tokens['a revoked one'] = `Bearer ${revoked}`;
});
afterAll(() => test.close());

it('finds the calls', () => {
  expect(calls.length).toBeGreaterThan(15);
});

describe.each(calls.map((call) => [call.method, call.path] as const))('%s %s', (method, path) => {
  it.each([
    'none',
    'one of another shape',
    'another scheme',
    'one that another key signed',
    'an expired one',
    'a revoked one',
  ])('with a token: %s', async (name) => {
    const answer = await test.fastify.inject({
      method: method as 'GET',
      url: path.replace(/:id|\{id\}/, uuidv7()).replace(/:\w+|\{\w+\}/, 'setups'),
      headers: { authorization: tokens[name] ?? '' },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ error: 'Session expired. Please login again.', code: 'session-expired' });
  });
});
