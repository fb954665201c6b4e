import { connect } from 'node:net';
import { JwtService } from '@nestjs/jwt';
import { AdminSession } from '@voordeur/contracts/db';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { describedCalls } from '../testing/described-calls.js';
import { useApp } from '../testing/hooks.js';

/** The login opens a session, and the site itself reads the changed texts. */
const openToAll = new Set(['POST /api/admin/login', 'GET /api/admin/translations']);

/** Every call of the admin area; a new one is held to this without being named. */
const calls = describedCalls()
  .filter(({ path }) => path.startsWith('/api/admin/'))
  .filter(({ method, path }) => !openToAll.has(`${method} ${path}`));

const test = useApp();
const tokens: Record<string, string> = {};

beforeAll(async () => {
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

it('finds the calls', () => {
  expect(calls.length).toBeGreaterThan(15);
});

describe('large bodies', () => {
  const url = '/api/admin/translations/import';
  const megabyte = JSON.stringify({ en: { text: 'x'.repeat(1_000_000) } });
  const send = (authorization: string, payload: string) =>
    test.fastify.inject({
      method: 'POST',
      url,
      headers: { authorization, 'content-type': 'application/json' },
      payload,
    });

  /** A connection on which a body of a megabyte has begun, and all that it was answered. */
  function beginUpload(authorization: string) {
    const { port } = test.app.getHttpServer().address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answers += text;
    });
    socket.write(
      `POST ${url} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: ${authorization}\r\n` +
        `content-length: ${megabyte.length}\r\n\r\n${megabyte.slice(0, 100)}`,
    );
    return { socket, answers: () => answers };
  }

  beforeAll(() => test.app.listen(0, '127.0.0.1'));

  it("leaves a stranger's connection usable, and its body unread", async () => {
    const { socket, answers } = beginUpload('Bearer nonsense');
    try {
      // The answer doesn't wait for the rest.
      await expect.poll(answers).toContain('session-expired');
      socket.write(megabyte.slice(100));
      socket.write('GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n');
      await expect.poll(answers).toContain('"live":true');
    } finally {
      socket.destroy();
    }
  });

  it('takes two at once, and others when those are gone', async () => {
    const owner = `Bearer ${await test.login()}`;
    const other = async () => (await send(owner, '{}')).statusCode;
    const uploads = [beginUpload(owner), beginUpload(owner), beginUpload(owner)];
    try {
      // One too many, so the two others have begun. Asking sooner would take the place of one.
      const refused = () => uploads.filter(({ answers }) => answers().includes(' 429 ')).length;
      await expect.poll(refused).toBe(1);
      expect(await other()).toBe(429);
    } finally {
      for (const { socket } of uploads) socket.destroy();
    }
    await expect.poll(other).toBe(200);
  });

  it('refuses one that is nested deeply, without parsing it', async () => {
    const owner = `Bearer ${await test.login()}`;
    const parse = vi.spyOn(JSON, 'parse');
    const body = '['.repeat(500_000) + ']'.repeat(500_000);
    const answer = await send(owner, body);
    const parsed = parse.mock.calls.map(([text]) => text.length);
    parse.mockRestore();
    expect(answer.json()).toMatchObject({ code: 'invalid-body' });
    expect(parsed).not.toContain(body.length);
    // The spy sees what fastify parses.
    const seen = vi.spyOn(JSON, 'parse');
    await send(owner, '{"shallow":true}');
    expect(seen.mock.calls.map(([text]) => text)).toContain('{"shallow":true}');
    seen.mockRestore();
  });
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
      url: path.replace('{id}', uuidv7()).replace(/\{\w+\}/, 'setups'),
      headers: { authorization: tokens[name] ?? '', 'content-type': 'application/json' },
      // It would be refused itself, if it were parsed.
      ...(method !== 'GET' && { payload: '{"broken' }),
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ error: 'Session expired. Please login again.', code: 'session-expired' });
  });
});
