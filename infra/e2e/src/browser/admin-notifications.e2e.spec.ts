import { createECDH } from 'node:crypto';
import { messages } from '@voordeur/contracts/messages';
import { chromium, type Page } from 'playwright';
import { browserArgs, browserPath } from './browser.js';
import { atEnd, expect, test } from './test.js';
import { visit } from './site.js';
import { logIn, stack } from './stack.js';

const words = messages.en.admin.notifications;

/** In place of the browser's push service, which is Google's: a subscription whose pushes this test delivers. */
const ownSubscription = (p256dh: string) => `
  let subscription = null;
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')).length !== 65) throw new Error('no key');
    const endpoint = 'https://push.example/browser';
    subscription = {
      endpoint,
      unsubscribe: async () => { subscription = null; return true; },
      toJSON: () => ({ endpoint, keys: { p256dh: ${JSON.stringify(p256dh)}, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
    };
    return subscription;
  };`;

/** Delivers a message to the page's service worker, as a push service does. */
async function openPushes(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  let registrationId: string | undefined;
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ scopeURL }) => scopeURL.endsWith('/admin'))?.registrationId;
  });
  await devtools.send('ServiceWorker.enable');
  await expect.poll(() => registrationId).toBeDefined();
  return (message: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(stack.baseUrl).origin,
      registrationId: registrationId ?? '',
      data: JSON.stringify(message),
    });
}

const shown = (page: Page) =>
  page.evaluate<{ title: string; body: string; tag: string }[]>(`
    navigator.serviceWorker.getRegistration('/admin')
      .then((registration) => registration.getNotifications())
      .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`);

test('a browser is switched on, shows what is pushed to it, and is switched off', async () => {
  const { token } = await logIn();
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArgs });
  atEnd(() => browser.close());
  const { page } = await visit({
    browser,
    path: '/admin/notifications',
    before: async (opened) => {
      await opened.context().grantPermissions(['notifications']);
      await opened.addInitScript(ownSubscription(p256dh));
      await opened.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
    },
  });
  await page.getByRole('button', { name: words.switchOn }).click();
  await page.getByText(words.on).waitFor();
  const push = await openPushes(page);
  const notification = (title: string, tag: string) => ({
    web_push: 8030,
    notification: {
      ...{ title, body: 'Answer by Tuesday 14:05', lang: 'en', tag },
      navigate: `${stack.baseUrl}/admin/leads`,
    },
  });
  await push(notification('A question', 'one'));
  await push(notification('A question', 'one'));
  await push(notification('A proposed time for a call', 'two'));
  const body = 'Answer by Tuesday 14:05';
  await expect
    .poll(async () => (await shown(page)).sort((one, other) => one.tag.localeCompare(other.tag)))
    .toEqual([
      { title: 'A question', body, tag: 'one' },
      { title: 'A proposed time for a call', body, tag: 'two' },
    ]);
  await page.getByRole('button', { name: words.switchOff }).click();
  await page.getByRole('button', { name: words.switchOn }).waitFor();
  await page.getByText(words.none).waitFor();
});

test('the admin can be installed, and its service worker is never an old one', async () => {
  const { token } = await logIn();
  const { page } = await visit({
    path: '/admin/notifications',
    before: (opened) =>
      opened.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`),
  });
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/admin.webmanifest', []]);
  expect(JSON.parse(data ?? '')).toMatchObject({
    start_url: '/admin',
    scope: '/admin',
    display: 'standalone',
  });
  const worker = await fetch(`${stack.baseUrl}/admin-worker.js`);
  expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
});
