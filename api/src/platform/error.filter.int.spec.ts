import { expect, it } from 'vitest';
import { testKey } from '../testing/create-test-app.js';
import { useApp } from '../testing/hooks.js';

const test = useApp({ LOG_LEVEL: 'trace' });

it('a fault of ours is a 500 without a word of it, and a log line without a word of the request', async () => {
  const bearer = `Bearer ${await test.login()}`;
  await test.database.dataSource.query('alter table admin_sessions rename to not_here');
  test.log.length = 0;
  const asked = await test.http.get('/api/admin/session').set('authorization', bearer).expect(500);
  const loggedIn = await test.http
    .post('/api/admin/login?who=somebody')
    .set({ 'x-real-ip': '203.0.113.9', 'user-agent': 'an agent' })
    .send({ secretKey: testKey })
    .expect(500);
  for (const answer of [asked, loggedIn]) {
    expect(answer.body).toEqual({ error: 'Something went wrong on our side.', code: 'internal' });
  }
  const logged = test.log.filter((line) => line.includes('request failed'));
  expect(logged).toHaveLength(2);
  expect(logged[1]).toContain(loggedIn.headers['x-request-id']);
  expect(logged[1]).toContain('"code":"42P01"');
  expect(test.log.join('')).not.toMatch(/somebody|203\.0\.113\.9|an agent|Bearer/);
  for (const secret of [testKey, bearer.slice(7), 'parameters', 'select']) {
    expect(logged.join('')).not.toContain(secret);
  }
});
