import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { newContext, openVisitor, visit } from './site.js';
import { logIn, stack } from './stack.js';
import { untilStill } from './waits.js';

const { en, nl } = messages;

const toast = (page: Page, title: string, description: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(`${title}${description}`);
const stored = (page: Page, name: string) =>
  page.evaluate<string | null>(`localStorage.getItem(${JSON.stringify(name)})`);
const dashboard = (page: Page) => page.getByRole('heading', { name: en.admin.dashboard.title });
const keyField = (page: Page) => page.getByLabel(en.admin.login.secretKey);
const logout = (page: Page) => page.getByRole('button', { name: en.admin.session.logout, exact: true });

/** The admin with an open session. */
async function openAdmin({ width = 1440 } = {}): Promise<Page> {
  const { token } = await logIn();
  const { page } = await visit({
    path: '/admin',
    width,
    before: (opened) =>
      opened.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`),
  });
  await logout(page).waitFor();
  return page;
}

test('lets the owner in with her key, to the screen that she asked for, and out of every tab', async () => {
  const { context, page, faults } = await openVisitor('nl-NL');
  for (const screen of ['translations', 'leads', 'subscribers', 'deliveries', 'security', 'analytics']) {
    await page.goto(`/admin/${screen}`);
    await keyField(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin');
    // A key that an earlier version stored goes on any page.
    if (screen === 'translations') await page.evaluate(`localStorage.setItem('admin_secret_key', 'of old')`);
  }
  await expect.poll(() => stored(page, 'admin_secret_key')).toBeNull();
  const access = page.getByRole('button', { name: en.admin.login.submit });
  await keyField(page).fill('not the key at all');
  await access.click();
  await page.getByText(en.admin.login.invalid).first().waitFor();
  await keyField(page).fill(stack.adminKey);
  await access.click();
  const figures = page.getByRole('heading', { name: en.admin.analytics.title, level: 1 });
  await figures.waitFor();
  await expect(page.getByRole('link', { name: /DB-IP/ })).toHaveAttribute('href', 'https://db-ip.com');
  await page.reload();
  await figures.waitFor();

  const other = await context.newPage();
  await other.goto('/admin');
  for (const name of [
    en.admin.dashboard.analytics,
    en.admin.dashboard.leads,
    en.admin.dashboard.translations,
    en.admin.cache.title,
  ])
    await other.getByRole('heading', { name, level: 2 }).waitFor();
  await logout(other).click();
  await toast(other, en.admin.session.loggedOutTitle, en.admin.session.loggedOutText).waitFor();
  await keyField(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin');
  await expect.poll(() => stored(page, 'admin_session_token')).toBeNull();
  await page.goto('/admin/analytics');
  await keyField(page).waitFor();
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
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

test('the bar of a session has its room before it is known, and without it', async () => {
  const { token } = await logIn();
  const { page } = await visit({ path: '/admin' });
  const heights = async () => {
    const found: (number | undefined)[] = [];
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await untilStill(page);
      found.push((await page.getByRole('banner').boundingBox())?.height);
    }
    return found;
  };
  await keyField(page).waitFor();
  const without = await heights();

  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/admin/session', async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
  await page.reload();
  await page.getByText(en.admin.loading, { exact: true }).waitFor();
  await expect.poll(heights).toEqual(without);
  answer?.();
  await dashboard(page).waitFor();
  await expect.poll(heights).toEqual(without);
});

test("the browser's cache is cleared on a click, which says so after the reload and keeps the session", async () => {
  const page = await openAdmin();
  await page.evaluate(`caches.open('kept').then((cache) => cache.put('/x', new Response('x')))`);
  for (const age of ['7 days', '1 day', '1 hour']) await page.getByText(age, { exact: true }).waitFor();
  const answer = page.waitForResponse('**/api/admin/browser-cache/clear');
  await page.getByRole('button', { name: en.admin.cache.clear }).click();
  expect(await (await answer).headerValue('clear-site-data')).toBe('"cache"');
  await toast(page, en.admin.cache.clearedTitle, en.admin.cache.clearedText).waitFor();
  await expect.poll(() => page.evaluate('caches.keys()')).toEqual([]);
  await dashboard(page).waitFor();
});

test('home says in both languages what is still the example’s, and remembers its own language', async () => {
  const page = await openAdmin();
  await expect(page.getByRole('navigation', { name: en.admin.nav.label }).getByRole('link')).toHaveText([
    en.admin.nav.home,
    en.admin.nav.leads,
    en.admin.nav.calendar,
    en.admin.nav.analytics,
    en.admin.nav.translations,
    en.admin.nav.site,
    en.admin.nav.subscribers,
    en.admin.nav.deliveries,
    en.admin.nav.notifications,
    en.admin.nav.mail,
    en.admin.nav.sharing,
    en.admin.nav.security,
  ]);
  const english = page.getByRole('region', { name: /before you go live$/ });
  await english.getByRole('heading', { level: 2 }).click();
  // No stack of these tests has mail; that of the containers has no webhook either.
  const reachesOwner = stack.receiverPort !== undefined;
  await expect(english.getByRole('heading', { level: 3 })).toHaveText([
    en.admin.launch.legal,
    ...(reachesOwner ? [] : [en.admin.launch.delivery, en.admin.launch.sender]),
    en.admin.launch.owner,
    en.admin.launch.example,
    en.admin.launch.calendar,
    en.admin.launch.public,
    en.admin.launch.operator,
  ]);
  await expect(english.getByLabel(en.admin.launch.address)).toHaveValue(/DOMAIN=.* && make up$/);
  await page.getByRole('button', { name: 'Nederlands' }).click();
  await page.getByRole('button', { name: nl.admin.session.logout }).waitFor();
  await expect.poll(() => stored(page, 'user_language_choice')).toBeNull();
  await page.reload();
  const dutch = page.getByRole('region', { name: /voordat je live gaat$/ });
  await dutch.getByRole('heading', { level: 2 }).click();
  await expect(dutch.getByRole('heading', { level: 3 }).first()).toHaveText(nl.admin.launch.legal);
  await page.getByRole('button', { name: 'English' }).click();
  await page.reload();
  await logout(page).waitFor();
});

test('the page says so where there is no JavaScript, and where the script was lost on its way', async () => {
  const without = await (await newContext({ javaScriptEnabled: false })).newPage();
  await without.goto('/admin');
  // Playwright finds no text in a noscript.
  await expect(without.locator('noscript p').first()).toBeVisible();
  await expect(without.getByText("didn't load")).toBeHidden();

  const page = await (await newContext({})).newPage();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/admin/leads');
  const line = page.getByText(en.load.failedTitle);
  await expect(line).toBeHidden();
  await page.evaluate('document.querySelector(".not-started").getAnimations()[0].finish()');
  await page.unroute('**/assets/*.js');
  await line.getByRole('link', { name: en.load.retry }).click();
  await expect(keyField(page)).toBeVisible();
});
