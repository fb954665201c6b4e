import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../testing/hooks.js';
import { isSetupToken, makeSetupToken } from './setup-token.js';

const test = useApp();
const hourMs = 3_600_000;

beforeEach(() => test.database.dataSource.query('truncate admin_sessions, security_events, login_failures'));

const open = (secretKey: string) => test.http.post('/api/admin/login').send({ secretKey });

it('opens an admin area that nobody has opened yet, once', async () => {
  const token = makeSetupToken(test.config);
  await open(token).expect(200);
  await open(token).expect(401);
  await open(makeSetupToken(test.config)).expect(401);
  await open(test.config.adminSecretKey).expect(200);
});

it('opens nothing once the key has, though every session has ended', async () => {
  const token = makeSetupToken(test.config);
  await open(test.config.adminSecretKey).expect(200);
  await test.database.dataSource.query('truncate admin_sessions');
  await open(token).expect(401);
});

it('lets one of many at the same moment in', async () => {
  const token = makeSetupToken(test.config);
  const answers = await Promise.all(Array.from({ length: 5 }, () => open(token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('proves nothing where the key is asked for again', async () => {
  const opened = await open(makeSetupToken(test.config)).expect(200);
  await test.database.dataSource.query('truncate security_events');
  await test.http
    .post('/api/admin/second-factor')
    .set('authorization', `Bearer ${(opened.body as { token: string }).token}`)
    .send({ secretKey: makeSetupToken(test.config) })
    .expect(422);
});

it('ends after an hour, and with either secret', () => {
  const secrets = { jwtSecret: 'one', adminSecretKey: 'two' };
  const madeAt = Date.UTC(2026, 0, 1);
  const token = makeSetupToken(secrets, madeAt);
  expect(isSetupToken(token, secrets, madeAt + hourMs - 1)).toBe(true);
  expect(isSetupToken(token, secrets, madeAt + hourMs)).toBe(false);
  for (const other of [{ jwtSecret: 'other' }, { adminSecretKey: 'other' }])
    expect(isSetupToken(token, { ...secrets, ...other }, madeAt)).toBe(false);
  for (const broken of ['', 'setup.', token.slice(0, -1), token.replace('setup.1', 'setup.2'), `${token}A`])
    expect(isSetupToken(broken, secrets, madeAt)).toBe(false);
});
