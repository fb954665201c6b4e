import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { messages } from '@voordeur/contracts/messages';
import { makeAuthority } from '@voordeur/testing';
import { expect, test } from './test.js';
import { newContext } from './site.js';
import { stack } from './stack.js';

const { en } = messages;

/** TLS in front of the stack, as a proxy of the operator's would do it: the host stays, the scheme is gone. */
const authority = makeAuthority();
const { pair } = authority.issue('door', 'IP:127.0.0.1');
const proxy = createServer(pair, (incoming, response) => {
  const { method = 'GET', url = '/', headers } = incoming;
  const passed = request(new URL(url, stack.baseUrl), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  incoming.pipe(passed);
});
let origin: string;

test.beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  origin = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
  authority.remove();
});

test.describe('the admin over TLS', () => {
  test('has its session where the page cannot read it, and keeps it', async () => {
    const context = await newContext({ baseURL: origin, ignoreHTTPSErrors: true, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto('/admin');
    await page.getByLabel(en.admin.login.secretKey).fill(stack.adminKey);
    await page.getByRole('button', { name: en.admin.login.submit }).click();
    await page.getByRole('heading', { name: en.admin.dashboard.title }).waitFor();

    await expect
      .poll(() => page.evaluate(`[document.cookie, localStorage.getItem('admin_session_token')]`))
      .toEqual(['', 'cookie']);
    const cookies = await context.cookies();
    expect(cookies).toMatchObject([
      { name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' },
    ]);
    await page.reload();
    await page.getByRole('heading', { name: en.admin.dashboard.title }).waitFor();

    // A call that changes something, by a page of another origin that somehow has the cookie.
    const foreign = await context.request.post('/api/admin/logout', {
      headers: { origin: 'https://other.example' },
    });
    expect(foreign.status()).toBe(403);

    // A stream goes by the cookie too.
    await page.goto('/admin/analytics');
    const now = page.getByRole('region', { name: en.admin.analytics.now.title });
    await now.getByText(/^\d+ (person|people)$/).waitFor();

    await page.goto('/admin/security');
    await page.getByRole('heading', { name: en.admin.security.sessions }).waitFor();
    await page.getByText(en.admin.security.own).waitFor();
    await page.getByRole('button', { name: en.admin.session.logout, exact: true }).click();
    await page.getByLabel(en.admin.login.secretKey).waitFor();
    await expect.poll(() => context.cookies()).toEqual([]);
  });
});
