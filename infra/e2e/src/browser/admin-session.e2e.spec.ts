import type { Page } from 'playwright';
import { expect, test } from './test.js';
import { visit } from './site.js';
import { logIn, stack } from './stack.js';
import { untilStill } from './waits.js';

const toast = (page: Page, title: string, description: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(`${title}${description}`);
const tokenIn = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('admin_session_token')`);
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Good to see you' });
const keyField = (page: Page) => page.getByLabel('Secret key');

async function tryKey(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
}

/** The admin with an open session. */
async function openAdmin({ path = '/admin', width = 1440 } = {}): Promise<Page> {
  const { token } = await logIn();
  const { page } = await visit({ path: '/admin', width });
  await page.evaluate(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
  await page.goto(path);
  await page.getByRole('button', { name: 'Logout', exact: true }).waitFor();
  return page;
}

test.describe('logging in', () => {
  test('a key that an earlier version stored goes on any page of the site', async () => {
    const { page } = await visit({ path: '/en' });
    await page.evaluate(`localStorage.setItem('admin_secret_key', 'of old')`);
    await page.reload();
    await expect.poll(() => page.evaluate(`localStorage.getItem('admin_secret_key')`)).toBeNull();
  });

  test('shows the dashboard with its cards', async () => {
    const { page } = await visit({ path: '/admin' });
    await tryKey(page, stack.adminKey);
    await dashboard(page).waitFor();
    for (const name of ['Website Analytics', 'Leads', 'Live Translations', 'Browser cache'])
      await page.getByRole('heading', { name, level: 2 }).waitFor();
  });
});

test('a waiting lead is in the first screen of a phone', async () => {
  const lead = { kind: 'question', email: 'anna@example.org', idea: 'How?', language: 'ENG' };
  const response = await fetch(`${stack.baseUrl}/api/setups-inquiry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...lead, timestamp: new Date().toISOString() }),
  });
  expect(response.status).toBe(202);
  const page = await openAdmin({ width: 375 });
  const reply = page.getByRole('link', { name: /^Reply to / }).first();
  await expect(async () => {
    await page.reload();
    await reply.waitFor({ timeout: 5_000 });
  }).toPass();
  await untilStill(page);
  const box = await reply.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(667);
});

test.describe('a session', () => {
  for (const path of ['/admin/analytics', '/admin/translations', '/admin/deliveries'])
    test(`without one ${path} goes to the login`, async () => {
      const { page } = await visit({ path: '/admin' });
      await page.goto(path);
      await keyField(page).waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin');
    });

  for (const width of [375, 1440])
    test(`its bar has its room before it is known, and without it (${width} px)`, async () => {
      const { token } = await logIn();
      const { page } = await visit({ path: '/admin', width });
      const height = async () => (await page.getByRole('banner').boundingBox())?.height;
      await keyField(page).waitFor();
      await untilStill(page);
      const without = await height();

      let answer: (() => void) | undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/admin/session', async (route) => {
        await held;
        await route.continue();
      });
      await page.evaluate(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
      await page.reload();
      await page.getByText('Loading', { exact: true }).waitFor();
      await untilStill(page);
      await expect.poll(height).toBe(without);
      answer?.();
      await dashboard(page).waitFor();
      await untilStill(page);
      await expect.poll(height).toBe(without);
    });

  test('is checked on load, and a token that is no good is thrown away', async () => {
    const { page } = await visit({ path: '/admin' });
    await page.evaluate(`localStorage.setItem('admin_session_token', 'nonsense')`);
    await page.reload();
    await keyField(page).waitFor();
    await expect.poll(() => tokenIn(page)).toBeNull();
  });

  test('shows times in the zone of the site, wherever the browser is', async () => {
    const page = await openAdmin({ path: '/admin/analytics' });
    const asOf = page.getByRole('main').locator('time').first();
    // It isn't seen before there are figures, and until then it's the time of opening.
    await asOf.waitFor();
    const instant = new Date((await asOf.getAttribute('datetime')) ?? '');
    const there = { timeStyle: 'short', timeZone: 'Europe/Amsterdam' } as const;
    await expect(asOf).toContainText(instant.toLocaleTimeString('en-GB', there));
  });

  test('ends by logging out, in the other tab too', async () => {
    const page = await openAdmin({ path: '/admin/translations' });
    const other = await page.context().newPage();
    await other.goto('/admin');
    await other.getByRole('button', { name: 'Logout', exact: true }).click();
    await toast(other, 'Logged Out', 'You have been successfully logged out').waitFor();
    await keyField(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin');
    await expect.poll(() => tokenIn(page)).toBeNull();
  });
});

test.describe("the browser's cache", () => {
  test('is cleared on a click, says so after the reload, and keeps the session', async () => {
    const page = await openAdmin();
    await page.evaluate(`caches.open('kept').then((cache) => cache.put('/x', new Response('x')))`);
    for (const age of ['7 days', '1 day', '1 hour']) await page.getByText(age, { exact: true }).waitFor();
    const answer = page.waitForResponse('**/api/admin/browser-cache/clear');
    await page.getByRole('button', { name: 'Clear Browser Cache' }).click();
    expect(await (await answer).headerValue('clear-site-data')).toBe('"cache"');
    await toast(
      page,
      'Browser cache cleared',
      'Everything on this page has just been fetched again.',
    ).waitFor();
    await expect.poll(() => page.evaluate('caches.keys()')).toEqual([]);
    await dashboard(page).waitFor();
  });
});

test.describe('the launch checklist', () => {
  test('names what is still the example’s and what to do about it, in both languages', async () => {
    const page = await openAdmin();
    const english = page.getByRole('region', { name: 'Before you go live' });
    // No stack of these tests has mail; that of the containers has no webhook either.
    const reachesOwner = stack.receiverPort !== undefined;
    await expect
      .poll(() => english.getByRole('heading', { level: 3 }).allInnerTexts())
      .toEqual([
        'Legal texts',
        ...(reachesOwner ? [] : ['Somewhere for leads to go', 'Sender of emails']),
        'Your own address',
        'Content of the example',
        'Your calendar',
        'Public address',
      ]);
    await english.getByText(/then run make files NAME=brand and make up/).waitFor();
    await page.getByRole('button', { name: 'Nederlands' }).click();
    const dutch = page.getByRole('region', { name: 'Voordat je live gaat' });
    await expect(dutch.getByRole('heading', { level: 3 }).first()).toHaveText('Juridische teksten');
  });
});

test('has a language of its own, English at first, and remembers it', async () => {
  const page = await openAdmin();
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveText([
    'Home',
    'Analytics',
    'Leads',
    'Newsletter',
    'Deliveries',
    'Live Translations',
  ]);
  await page.getByRole('button', { name: 'Nederlands' }).click();
  await page.getByRole('button', { name: 'Uitloggen' }).waitFor();
  await expect.poll(() => page.evaluate(`localStorage.getItem('user_language_choice')`)).toBeNull();
  await page.reload();
  await page.getByRole('button', { name: 'Uitloggen' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Logout', exact: true }).waitFor();
});
