import type { Analytics, Panel, RangeAnalytics, SessionAnalytics } from '@voordeur/contracts/http';
import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import {
  accessibilityFaults,
  openVisitor,
  scrolledTo,
  sidewaysScroll,
  sidewaysScrolls,
  untilAlive,
} from './site.js';
import { logIn, stack } from './stack.js';

const { nl } = messages;
const words = messages.en.admin.analytics;

let token: string;
let readAnalytics: () => Promise<Analytics>;

test.beforeAll(async () => {
  ({ token, readAnalytics } = await logIn());
  // Figures to see: a page view by a person, from another site with a campaign, and a bot.
  await postVisit('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', {
    page: '/nl/learn?utm_source=letter&utm_campaign=figures',
    referrer: 'https://search.example/?q=door',
  });
  await postVisit(tool, { page: '/nl' });
  await expect
    .poll(async () => {
      const { recentBots, recentVisitors } = await readAnalytics();
      return (
        recentBots.some(({ userAgent }) => userAgent === tool) &&
        recentVisitors.some(({ referer }) => referer.startsWith('https://search.example/'))
      );
    })
    .toBe(true);
});

const tool = 'curl/8.5.0';

async function postVisit(userAgent: string, body: object): Promise<void> {
  const response = await fetch(`${stack.baseUrl}/api/visit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(202);
}

const readRange = (name: string) => read<RangeAnalytics>(`range?last=${name}`);
const readSessions = (search: string) => read<SessionAnalytics>(`sessions${search}`);

async function read<Answer>(call: string): Promise<Answer> {
  const answer = await fetch(`${stack.baseUrl}/api/admin/analytics/${call}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

/** The page as the owner has it, logged in, once it has its figures. */
async function open(prepare?: (page: Page) => Promise<unknown>) {
  const visitor = await openVisitor('en-GB');
  const { page } = visitor;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
  await prepare?.(page);
  await page.goto('/admin/analytics?last=all');
  await untilAlive(page);
  await panel(page, words.visits).waitFor();
  return visitor;
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens a tab and returns its panel. */
async function view(page: Page, name: string) {
  await page.getByRole('tab', { name, exact: true }).click();
  return page.getByRole('tabpanel', { name, exact: true });
}

/** The same with all of its rows; with many visits in the database, one of ours is not among the first ten. */
async function wholeView(page: Page, name: string) {
  const shown = await view(page, name);
  await shown.getByRole('table').waitFor();
  const all = shown.getByRole('button', { name: /^Show all/ });
  if (await all.isVisible()) await all.click();
  return shown;
}

/** The panels that count sessions, by their tabs; pages count the page views inside them. */
const tabs: Record<string, Panel> = {
  ...{ Referrers: 'referrer', Channels: 'source', Campaigns: 'campaign' },
  ...{ Pages: 'page', 'Entry pages': 'entry', 'Exit pages': 'exit' },
  ...{ 'Top countries': 'country', Languages: 'language' },
  ...{ Devices: 'device', Browsers: 'browser', Systems: 'system' },
};

test('the figures have their room before they come, and are those of the api, in the time zone of the site', async () => {
  const { page, faults } = await open(async (unopened) => {
    await unopened.addInitScript(`
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
      }).observe({ type: 'layout-shift', buffered: true });`);
    await unopened.route(
      '**/api/admin/analytics',
      async (route) => {
        await unopened.getByText(words.loading).waitFor({ state: 'attached' });
        await route.continue();
      },
      { times: 1 },
    );
  });
  await page.locator('.recharts-bar-rectangle').filter({ visible: true }).last().waitFor();
  await expect.poll(() => page.evaluate<number>('window.shifted')).toBeLessThan(0.05);
  const visits = panel(page, words.visits);
  // The answer to the page itself: a view counted a moment later would make another one differ.
  const answer = page.waitForResponse('**/api/admin/analytics');
  await page.getByRole('button', { name: words.refresh }).click();
  const { summary } = (await (await answer).json()) as Analytics;
  await expect(visits.locator('dd').nth(3)).toHaveText(summary.total.toLocaleString('en'));
  await expect(panel(page, words.videoViews).locator('dd')).toHaveText(
    [summary.todayVideoViews, summary.weekVideoViews, summary.monthVideoViews, summary.totalVideoViews].map(
      (count) => count.toLocaleString('en'),
    ),
  );
  const asOf = page.getByRole('main').locator('time').first();
  const instant = new Date((await asOf.getAttribute('datetime')) ?? '');
  const there = { timeStyle: 'short', timeZone: 'Europe/Amsterdam' } as const;
  await expect(asOf).toContainText(instant.toLocaleTimeString('en-GB', there));
  await (await view(page, words.recentVisitors)).getByText(words.external).first().waitFor();
  await (await wholeView(page, words.referrers)).getByText('search.example').waitFor();
  await (await wholeView(page, words.campaigns)).getByText('figures', { exact: true }).waitFor();
  await (await wholeView(page, words.filter.entry)).getByText('/nl/learn', { exact: true }).waitFor();
  await (await view(page, words.recentBots)).getByText(tool).first().waitFor();
  expect(faults).toEqual([]);
});

test('a filter is kept in the address: all panels follow, and back takes it away', async () => {
  const { page, faults } = await open();
  await (await wholeView(page, words.topCountries)).getByRole('link', { name: 'Unknown' }).click();
  const chip = page.getByRole('button', { name: 'Country is Unknown' });
  await chip.waitFor();
  const { search } = new URL(page.url());
  expect(search).toBe('?last=all&filter=country:is:');
  await expect.poll(() => scrolledTo(page)).toBeGreaterThan(200);
  await expect(chip).toBeInViewport();

  const { totals, panels, hoursOfWeek } = await readSessions(search);
  expect(totals.sessions).toBeGreaterThan(0);
  const inCard = (name: string, count: number) =>
    panel(page, name).getByText(count.toLocaleString('en'), { exact: true }).first().waitFor();
  await inCard(words.sessions, totals.sessions);
  await inCard(words.visits, totals.pageViews);
  for (const [tab, name] of Object.entries(tabs)) {
    const counts = (await view(page, tab)).locator('tbody td:nth-child(3)');
    await expect(counts, tab).toHaveText(
      panels[name].rows
        .slice(0, await counts.count())
        .map(({ sessions, pageViews }) => (pageViews ?? sessions).toLocaleString('en')),
    );
    await expect.poll(() => counts.count(), { message: tab }).toBeGreaterThan(0);
  }
  const week = (await view(page, words.week)).locator('tbody td');
  await expect(week).toHaveText(hoursOfWeek.flat().map((count) => count.toLocaleString('en')));

  await page.reload();
  await chip.waitFor();
  await inCard(words.sessions, totals.sessions);
  await page.goBack();
  await chip.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?last=all');
  await inCard(words.visits, (await readRange('all')).summary.total);
  expect(faults).toEqual([]);
});

test('a phone shows the figures on 2,500 px, and takes a filter away where it was set', async () => {
  const { page, faults } = await open();
  await page.setViewportSize({ width: 375, height: 812 });
  await panel(page, words.goals.title).waitFor();
  await page.locator('.recharts-bar-rectangle').filter({ visible: true }).last().waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  const heightPx = () => page.evaluate<number>('document.documentElement.scrollHeight');
  await expect.poll(heightPx).toBeLessThanOrEqual(2_500);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: words.panel.sources }).click();
  const shown = page.getByRole('tabpanel', { name: words.referrers });
  await shown.getByRole('link').first().click();
  const remove = page.getByRole('link', { name: /^Remove filter: Referrer is / });
  await expect(remove).toBeInViewport({ ratio: 1 });
  await expect.poll(() => scrolledTo(page)).toBeGreaterThan(500);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await remove.click();
  await expect.poll(() => new URL(page.url()).search).toBe('?last=all');
  expect(faults).toEqual([]);
});

test('no tab has accessibility faults, and the screen scrolls sideways at no width', async () => {
  const { page } = await open();
  // The third tab of each panel, if it has one, then the second, then the first.
  for (const round of [2, 1, 0]) {
    for (const tablist of await page.getByRole('tablist').all()) {
      const tab = tablist.getByRole('tab').nth(round);
      if (await tab.isVisible()) await tab.click();
    }
    if (round > 0) expect(await accessibilityFaults(page), `tab ${round}`).toEqual([]);
  }
  // In Dutch, whose words are longer. By keyboard: figures that come in above the button move it away from a pointer.
  await page.getByRole('button', { name: 'Nederlands' }).press('Enter');
  await page.getByRole('heading', { name: nl.admin.analytics.title, level: 1 }).waitFor();
  await page.locator('.recharts-bar-rectangle').filter({ visible: true }).last().waitFor();
  await page.locator('details').first().click();
  expect(await sidewaysScrolls(page)).toEqual([]);
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 812 });
    expect(await sidewaysScroll(page), `${width} px`).toBe(0);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
});
