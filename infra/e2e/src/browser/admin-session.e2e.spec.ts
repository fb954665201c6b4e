import type { HomeAnswer } from '@voordeur/contracts/http';
import type { Page } from 'playwright';
import { expect, test } from './test.js';
import { accessibilityFaults, sidewaysScrolls, visit } from './site.js';
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

  test('is busy meanwhile, then shows the dashboard with its cards', async () => {
    const { page } = await visit({ path: '/admin' });
    await page.route('**/api/admin/login', async (route) => {
      await page.getByRole('button', { name: 'Accessing...' }).waitFor();
      await route.continue();
    });
    await page.route('**/api/admin/home', (route) => route.fulfill({ json: homeOf('late@example.org') }));
    await tryKey(page, stack.adminKey);
    await dashboard(page).waitFor();
    const names = ['Waiting for your answer', 'Website Analytics', 'Leads', 'Live Translations'];
    for (const name of [...names, 'Browser cache'])
      await page.getByRole('heading', { name, level: 2 }).waitFor();
    await page.getByRole('listitem').getByText('Late by 3 hours').waitFor();
  });
});

/** A home at which this person waits. */
function homeOf(sender: string): HomeAnswer {
  const answer = { state: 'late', dueAt: new Date(Date.now() - 12_000_000).toISOString() } as const;
  return {
    waiting: [{ id: '0198f0a0-0000-7000-8000-000000000000', sender, excerpt: 'A question', answer }],
    ...{ waitingCount: 1, quarantined: 0, days: [], leads: { thisWeek: 1, lastWeek: 0 } },
    ...{ failedEndpoints: [], failedReplies: [], failedErasures: [], asOf: new Date().toISOString() },
  };
}

test.describe('the home', () => {
  test('keeps the room of what is on its way, and says and tries again what could not be fetched', async () => {
    const page = await openAdmin({ path: '/admin/translations' });
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/admin/home', async (route) => {
      await held;
      await route.fulfill({ status: 503, json: { error: 'Away.', code: 'unavailable' } });
    });
    await page.goto('/admin');
    await page.locator('main [aria-busy=true] .skeleton').first().waitFor();
    answer?.();
    await page.getByRole('alert').getByText("This couldn't be fetched").waitFor();
    await page.route('**/api/admin/home', (route) => route.fulfill({ json: homeOf('anna@example.org') }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Reply to anna@example.org' }).waitFor();
    await expect(page.getByText("This couldn't be fetched")).toHaveCount(0);
  });

  test('shows what waits in the first screen of a phone', async () => {
    const page = await openAdmin({ path: '/admin/translations', width: 375 });
    await page.route('**/api/admin/home', (route) => route.fulfill({ json: homeOf('anna@example.org') }));
    await page.goto('/admin');
    const reply = page.getByRole('link', { name: 'Reply to anna@example.org' });
    await reply.waitFor();
    await untilStill(page);
    const box = await reply.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(667);
  });
});

test.describe('a session', () => {
  for (const path of ['/admin/analytics', '/admin/translations'])
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

  test('stays when the api cannot be asked', async () => {
    const page = await openAdmin();
    await page.route('**/api/admin/session', (route) => route.abort());
    await page.reload();
    await dashboard(page).waitFor();
    await toast(page, 'Error', 'Failed to authenticate').waitFor();
    await expect.poll(() => tokenIn(page)).not.toBeNull();
  });

  test('ends a minute before the api would end it, and not before', async () => {
    const { token } = await logIn();
    const { page } = await visit({ path: '/admin', clock: 'running' });
    await page.evaluate(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
    await page.route('**/api/admin/session', (route) =>
      route.fulfill({ json: { expiresIn: 3_600, timeZone: 'Europe/Amsterdam' } }),
    );
    await page.goto('/admin/translations');
    await page.getByRole('list', { name: 'Texts' }).waitFor();
    await page.clock.fastForward(3_520_000);
    await expect.poll(() => tokenIn(page)).toBe(token);
    await page.clock.fastForward(20_000);
    await toast(page, 'Session Expired', 'Please log in again for security').waitFor();
    await keyField(page).waitFor();
    await expect.poll(() => tokenIn(page)).toBeNull();
  });

  test('shows times in the zone of the site, wherever the browser is', async () => {
    const page = await openAdmin();
    await page.route('**/api/admin/session', (route) =>
      route.fulfill({ json: { expiresIn: 3_600, timeZone: 'Asia/Kathmandu' } }),
    );
    await page.goto('/admin/analytics');
    const asOf = page.getByRole('main').locator('time').first();
    // It isn't seen before there are figures, and until then it's the time of opening.
    await asOf.waitFor();
    const instant = Date.parse((await asOf.getAttribute('datetime')) ?? '');
    // Nepal is 5 hours and 45 minutes ahead of UTC all year.
    const there = new Date(instant + (5 * 60 + 45) * 60_000).toISOString().slice(11, 16);
    await expect(asOf).toContainText(there);
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

  test('says when it could not be cleared', async () => {
    const page = await openAdmin();
    await page.route('**/browser-cache/clear', (route) => route.abort());
    await page.getByRole('button', { name: 'Clear Browser Cache' }).click();
    await toast(page, 'Error', 'The cache could not be cleared. Please try again.').waitFor();
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

  for (const [name, status, json] of [
    ['nothing is left to do', 200, { open: [] }],
    ['it cannot be fetched', 503, { error: 'Away.', code: 'away' }],
  ] as const)
    test(`is not there when ${name}`, async () => {
      const { token } = await logIn();
      const { page } = await visit({ path: '/admin' });
      await page.route('**/api/admin/launch-checklist', (route) => route.fulfill({ status, json }));
      await page.evaluate(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
      const answered = page.waitForResponse('**/api/admin/launch-checklist');
      await page.goto('/admin');
      await (await answered).finished();
      await dashboard(page).waitFor();
      await expect(page.getByText('Before you go live')).toHaveCount(0);
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

test('has no accessibility faults, and scrolls sideways at no width, in both languages', async () => {
  const page = await openAdmin({ width: 375 });
  for (const language of ['Nederlands', 'English']) {
    await page.getByRole('button', { name: language }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScrolls(page)).toEqual([]);
    await page.getByRole('button', { name: language }).click();
  }
});
