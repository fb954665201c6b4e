import { expect, it } from 'vitest';
import { useApp } from '../testing/hooks.js';

const test = useApp();

it('asks the browser to drop its cache and nothing else, and keeps the session', async () => {
  const authorization = `Bearer ${await test.login()}`;
  const answer = await test.http
    .post('/api/admin/browser-cache/clear')
    .set('authorization', authorization)
    .expect(204);
  expect(answer.headers['clear-site-data']).toBe('"cache"');
  await test.http.get('/api/admin/session').set('authorization', authorization).expect(200);
});

it('is refused without a session, with a bad token and with one that was logged out, and then clears nothing', async () => {
  const revoked = await test.login();
  await test.http.post('/api/admin/logout').set('authorization', `Bearer ${revoked}`).expect(204);
  for (const token of ['', 'nonsense', revoked]) {
    const answer = await test.http
      .post('/api/admin/browser-cache/clear')
      .set('authorization', `Bearer ${token}`)
      .expect(401);
    expect(answer.headers).not.toHaveProperty('clear-site-data');
  }
});
