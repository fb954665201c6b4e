import type {
  Analytics,
  GoalAnalytics,
  Panel,
  RangeAnalytics,
  SessionAnalytics,
} from '@voordeur/contracts/http';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from './test.js';
import { accessibilityFaults, hide, openVisitor, sidewaysScroll, untilAlive } from './site.js';
import { logIn, stack } from './stack.js';
import { untilStill } from './waits.js';

type Language = 'en' | 'nl';
interface Opened {
  path?: string;
  language?: Language;
  width?: number;
  /** Before the page is asked for. */
  prepare?: (page: Page) => Promise<unknown>;
}

let token: string;
let readAnalytics: () => Promise<Analytics>;

test.beforeAll(async () => {
  ({ token, readAnalytics } = await logIn());
  // Figures to see: a page view by a person, from another site with a campaign, and a bot with a name to beware of.
  await postVisit('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', {
    page: '/nl/learn?utm_source=letter&utm_campaign=figures',
    referrer: 'https://search.example/?q=door',
  });
  await postVisit(formulaAgent, { page: '/nl' });
  await postVisit(tool, { page: '/nl' });
  await expect
    .poll(async () => {
      const { recentBots, recentVisitors } = await readAnalytics();
      return (
        [formulaAgent, tool].every((bot) => recentBots.some(({ userAgent }) => userAgent === bot)) &&
        recentVisitors.some(({ referer }) => referer.startsWith('https://search.example/'))
      );
    })
    .toBe(true);
});

const tool = 'curl/8.5.0';
const formulaAgent = '=HYPERLINK("https://evil.example") crawler';

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

/** The page as the owner has it, logged in; callers that read texts wait for them. */
async function open({ path = '/admin/analytics', language = 'en', width = 1440, prepare }: Opened = {}) {
  const visitor = await openVisitor('en-GB');
  const { page } = visitor;
  await page.setViewportSize({ width, height: 900 });
  await page.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
  await prepare?.(page);
  await page.goto(path);
  await untilAlive(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (language === 'nl') {
    // By keyboard: figures that come in above it move it away from under a pointer.
    await page.getByRole('button', { name: 'Nederlands' }).press('Enter');
    await page.getByRole('heading', { name: 'Bezoekcijfers', level: 1 }).waitFor();
  }
  return visitor;
}

/** The screen's figures; not the stream of people on the site, which never ends. */
const calls = /\/api\/admin\/analytics(\/(range|sessions)\?.*)?$/;

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

test.describe('the figures', () => {
  test('are those of the api', async () => {
    const { page, faults } = await open({ path: '/admin/analytics?last=all' });
    const visits = panel(page, 'Page views');
    await visits.getByRole('button', { name: 'All time' }).waitFor();
    // The answer to the page itself: a view counted a moment later would make another one differ.
    const answer = page.waitForResponse('**/api/admin/analytics');
    await page.getByRole('button', { name: 'Refresh' }).click();
    const { summary } = (await (await answer).json()) as Analytics;
    await expect(visits.locator('dd').nth(3)).toHaveText(summary.total.toLocaleString('en'));
    await expect(panel(page, 'Video views').locator('dd')).toHaveText(
      [summary.todayVideoViews, summary.weekVideoViews, summary.monthVideoViews, summary.totalVideoViews].map(
        (count) => count.toLocaleString('en'),
      ),
    );
    await (await view(page, 'Recent visitors')).getByText('External Link').first().waitFor();
    await (await wholeView(page, 'Referrers')).getByText('search.example').waitFor();
    await (await wholeView(page, 'Campaigns')).getByText('figures', { exact: true }).waitFor();
    await (await wholeView(page, 'Entry page')).getByText('/nl/learn', { exact: true }).waitFor();
    await expect(page.getByRole('link', { name: /DB-IP/ })).toHaveAttribute('href', 'https://db-ip.com');
    expect(faults).toEqual([]);
  });

  test('are asked for once: not again on focus, on coming back, nor when the network is back', async () => {
    const asked: string[] = [];
    const { context, page } = await open();
    page.on('request', (request) => {
      if (request.url().includes('/api/admin/')) asked.push(new URL(request.url()).pathname);
    });
    await panel(page, 'Page views').waitFor();
    const shownAt = await page.locator('time').getAttribute('datetime');
    for (const hidden of [true, false]) await page.evaluate(hide(hidden));
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await context.setOffline(true);
    await context.setOffline(false);
    await page.getByRole('navigation').getByRole('link', { name: 'Live Translations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Live Translations' }).waitFor();
    await page.getByRole('list', { name: 'Texts' }).waitFor();
    await page.goBack();
    await panel(page, 'Page views').waitFor();
    await page.goForward();
    await page.getByRole('list', { name: 'Texts' }).waitFor();
    await page.goBack();
    await expect(page.locator('time')).toHaveAttribute('datetime', shownAt ?? '');
    const again = page.waitForRequest('**/api/admin/analytics');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await again;
    // The button's request is the first since the screen was opened.
    expect(asked.filter((path) => path === '/api/admin/analytics')).toHaveLength(1);
    expect(asked.filter((path) => path === '/api/admin/translations/manage')).toHaveLength(1);
  });

  test('are in a table under each chart', async () => {
    const { page } = await open();
    const { monthlyStats, hourlyStats } = await readAnalytics();
    const rowsOf = {
      'Day by day': 30,
      'Monthly trends': monthlyStats.length,
      'Today by hour': hourlyStats.filter(({ count }) => count > 0).length,
    };
    for (const [name, rows] of Object.entries(rowsOf)) {
      const shown = await view(page, name);
      await shown.locator('.recharts-bar-rectangle').first().waitFor({ state: 'attached' });
      await expect(shown.getByRole('table')).toHaveCount(0);
      await shown.getByText('View as table').click();
      await expect(shown.locator('tbody tr')).toHaveCount(rows);
    }
  });

  test('are in a table of shades by weekday, complete', async () => {
    const { page } = await open();
    const { hoursOfWeek, summary } = await readRange('30d');
    const week = await view(page, 'Week by hour');
    await expect(week.getByRole('columnheader')).toHaveCount(24);
    await expect(week.getByRole('rowheader')).toHaveCount(7);
    await expect(week.locator('tbody td')).toHaveText(
      hoursOfWeek.flat().map((count) => count.toLocaleString('en')),
    );
    expect(hoursOfWeek.flat().reduce((sum, count) => sum + count, 0)).toBe(summary.total);
  });

  test('are drawn under a strict content security policy', async () => {
    const { page, faults } = await open({
      prepare: async (unopened) => {
        await unopened.route('**/admin/analytics', async (route) => {
          const response = await route.fetch();
          const policy =
            "default-src 'self'; style-src 'self'; script-src 'self'; require-trusted-types-for 'script'";
          await route.fulfill({
            response,
            headers: { ...response.headers(), 'content-security-policy': policy },
          });
        });
      },
    });
    await (await view(page, 'Monthly trends')).locator('.recharts-bar-rectangle').nth(5).waitFor();
    await (await view(page, 'Map')).getByRole('img').waitFor();
    await (await view(page, 'Week by hour')).getByRole('table').waitFor();
    await page.getByRole('button', { name: 'About Week by hour', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(faults).toEqual([]);
  });
});

test.describe('the period', () => {
  test('is in the address; back and forward go between periods', async () => {
    const { page } = await open();
    const chosen = page.getByRole('navigation', { name: 'Period' }).locator('[aria-current]');
    await expect(chosen).toHaveText('30 days');
    await page.getByRole('link', { name: '7 days' }).press('Enter');
    const bars = page.getByRole('tabpanel', { name: 'Day by day' }).locator('.recharts-bar-rectangle');
    await expect(bars).toHaveCount(7);
    expect(new URL(page.url()).search).toBe('?last=7d');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('7 days');
    await page.getByRole('link', { name: '12 months' }).click();
    await page.getByRole('tab', { name: 'Month by month' }).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Day by day' }).waitFor();
    await expect(chosen).toHaveText('7 days');
    await page.goForward();
    await page.getByRole('tab', { name: 'Month by month' }).waitFor();
    await page.goto('/admin/analytics?last=fortnight');
    await expect(bars).toHaveCount(30);
    await expect(chosen).toHaveText('30 days');
  });

  test('moves what follows it, and not the six months', async () => {
    const { page } = await open({ path: '/admin/analytics?last=7d' });
    const { dailyStats, summary } = await readRange('7d');
    expect(summary.total).toBe(dailyStats.reduce((sum, { visitors }) => sum + visitors, 0));
    const bars = async (name: string) => (await view(page, name)).locator('.recharts-bar-rectangle');
    const days = await bars('Day by day');
    await expect(days).toHaveCount(7);
    const months = await bars('Monthly trends');
    await expect(months).toHaveCount(6);
  });

  test('shows a single day by its hours, and yesterday without a share', async () => {
    const { page } = await open({ path: '/admin/analytics?last=today' });
    const hours = (await view(page, 'Hour by hour')).locator('.recharts-bar-rectangle');
    await expect(hours).toHaveCount(24);
    await expect(panel(page, 'Page views').getByText(/, the whole day: |^Nothing earlier/)).toHaveCount(1);
  });
});

test.describe('filters', () => {
  /** The panels that count sessions, by their tabs; pages count the page views inside them. */
  const tabs: Record<string, Panel> = {
    ...{ Referrers: 'referrer', Channels: 'source', Campaigns: 'campaign' },
    ...{ Pages: 'page', 'Entry pages': 'entry', 'Exit pages': 'exit' },
    ...{ 'Top countries': 'country', Languages: 'language' },
    ...{ Devices: 'device', Browsers: 'browser', Systems: 'system' },
  };

  test('are set by a row, and kept in the address: all panels follow, and back takes them away', async () => {
    const { page, faults } = await open({ path: '/admin/analytics?last=all' });
    await (await wholeView(page, 'Top countries')).getByRole('link', { name: 'Unknown' }).click();
    const chip = page.getByRole('button', { name: 'Country is Unknown' });
    await chip.waitFor();
    const { search } = new URL(page.url());
    expect(search).toBe('?last=all&filter=country:is:');

    const { totals, panels, hoursOfWeek } = await readSessions(search);
    expect(totals.sessions).toBeGreaterThan(0);
    const inCard = (name: string, count: number) =>
      panel(page, name).getByText(count.toLocaleString('en'), { exact: true }).first().waitFor();
    await inCard('Sessions', totals.sessions);
    await inCard('Page views', totals.pageViews);
    for (const [tab, name] of Object.entries(tabs)) {
      const counts = (await view(page, tab)).locator('tbody td:nth-child(3)');
      await expect(counts, tab).toHaveText(
        panels[name].rows
          .slice(0, await counts.count())
          .map(({ sessions, pageViews }) => (pageViews ?? sessions).toLocaleString('en')),
      );
      await expect.poll(() => counts.count(), { message: tab }).toBeGreaterThan(0);
    }
    const week = (await view(page, 'Week by hour')).locator('tbody td');
    await expect(week).toHaveText(hoursOfWeek.flat().map((count) => count.toLocaleString('en')));

    await page.reload();
    await chip.waitFor();
    await inCard('Sessions', totals.sessions);
    await page.goBack();
    await chip.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?last=all');
    await inCard('Page views', (await readRange('all')).summary.total);
    expect(faults).toEqual([]);
  });

  test('are changed, added and cleared in a form, on a phone too', async () => {
    const { page } = await open({
      language: 'nl',
      width: 375,
      path: '/admin/analytics?last=7d&filter=page:is:/nl',
    });
    await page.getByRole('button', { name: 'Pagina is /nl' }).click();
    const form = page.getByRole('dialog', { name: 'Filter wijzigen' });
    await form.getByLabel('Voorwaarde').selectOption('bevat');
    await untilStill(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Toepassen' }).click();
    await page.getByRole('button', { name: 'Pagina bevat ‘/nl’' }).waitFor();
    await page.getByRole('switch', { name: 'Mogelijke bots weglaten' }).click();
    await page.getByRole('link', { name: 'Filter weghalen: Mogelijk een bot is nee' }).waitFor();
    expect(new URL(page.url()).search).toBe('?last=7d&filter=page:contains:/nl&filter=suspected:is:no');
    await panel(page, 'Sessies')
      .getByText(/^Bounce\u00adpercentage$/)
      .waitFor();
    // Until those of the new filter are here, the figures before them are shown, dimmed.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('link', { name: 'Filters wissen' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?last=7d');
  });

  test('for bots apply to their panel alone', async () => {
    const { page } = await open({ path: '/admin/analytics?last=all' });
    const { summary } = await readRange('all');
    const kinds = await view(page, 'Bots by kind');
    await kinds.getByRole('link', { name: 'Tools and scripts' }).click();
    await page.getByRole('button', { name: 'Kind of bot is Tools and scripts' }).waitFor();
    await expect(kinds.getByRole('link')).toHaveCount(1);
    await panel(page, 'Page views')
      .getByText(summary.total.toLocaleString('en'), { exact: true })
      .first()
      .waitFor();
  });

  test('are added by a row of the newest bots too', async () => {
    const { page } = await open({ path: '/admin/analytics?last=all' });
    const newest = await view(page, 'Recent bots');
    await newest.getByRole('link').first().click();
    await page.getByRole('button', { name: /^Kind of bot is / }).waitFor();
  });
});

test.describe('a download', () => {
  const save = async (page: Page, of: string, format: RegExp) => {
    await page.getByRole('button', { name: `Download ${of}` }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: format }).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path(), 'utf8') };
  };

  test('is CSV in which nothing runs, or JSON', async () => {
    const { page } = await open({ path: '/admin/analytics?last=all' });
    await view(page, 'Recent bots');
    const csv = await save(page, 'Recent bots', /CSV/);
    expect(csv.name).toBe('recent-bots.csv');
    expect(csv.content).toMatch(/^\uFEFF[\w,]*userAgent[\w,]*\r\n/);
    expect(csv.content).toContain(`"'=HYPERLINK(""https://evil.example"") crawler"`);
    expect(csv.content).not.toMatch(/(^|,|")=HYPERLINK/m);

    const { pageStats, from, to } = await readRange('all');
    const json = await save(page, 'Pages', /JSON/);
    expect(json.name).toBe(`pages-${from}-${to}.json`);
    const rows = JSON.parse(json.content) as { page: string; visitors: number }[];
    expect(Object.fromEntries(rows.map((row) => [row.page, row.visitors]))).toEqual(pageStats);
  });

  test('is there for each panel of figures', async () => {
    const { page } = await open();
    await view(page, 'Recent bots');
    await panel(page, 'Goals').waitFor();
    await expect(page.locator('section.panel')).toHaveCount(14);
    await expect(page.getByRole('button', { name: /^Download / })).toHaveCount(14);
  });
});

test.describe('states', () => {
  // Not the stream of who is there now, which has no end to wait for.
  test('loading: keeps the room of what comes', async () => {
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const { page } = await open({
      prepare: async (unopened) => {
        await unopened.addInitScript(`
          window.shifted = 0;
          new PerformanceObserver((list) => {
            for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
          }).observe({ type: 'layout-shift', buffered: true });`);
        await unopened.route(calls, async (route) => {
          await held;
          await route.continue();
        });
      },
    });
    await page.getByRole('status').getByText('Fetching the figures').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    answer?.();
    await page.locator('.recharts-bar-rectangle').nth(29).waitFor();
    await expect.poll(() => page.evaluate<number>('window.shifted')).toBeLessThan(0.05);
  });
});

for (const [language, width] of [
  ['en', 1440],
  ['nl', 375],
] as const)
  test(`at no width scrolls sideways (${language}), and axe finds nothing at ${width} px`, async () => {
    const { page } = await open({ language, path: '/admin/analytics?last=all' });
    await page.locator('section.panel').nth(13).waitFor();
    // The third tab of each panel, if it has one, then the second, then the first.
    for (const round of [2, 1, 0]) {
      for (const tabs of await page.getByRole('tablist').all()) {
        const tab = tabs.getByRole('tab').nth(round);
        if (await tab.isVisible()) await tab.click();
      }
      await untilStill(page);
      if (round > 0) expect(await accessibilityFaults(page), `tab ${round}`).toEqual([]);
    }
    await page.locator('.recharts-bar-rectangle').filter({ visible: true }).last().waitFor();
    await page.locator('details').first().click();
    for (const one of [1440, 768, 375, 320, width]) {
      await page.setViewportSize({ width: one, height: 900 });
      expect(await sidewaysScroll(page), `${one} px`).toBe(0);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
  });

test('is at most 2,600 px tall on a wide screen, however much there is to show', async () => {
  const { page } = await open({
    prepare: async (unopened) => {
      await unopened.route(calls, async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          json: crowded((await response.json()) as Analytics | RangeAnalytics | SessionAnalytics),
        });
      });
      await unopened.route('**/api/admin/analytics/goals?**', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: crowdedGoals((await response.json()) as GoalAnalytics) });
      });
    },
  });
  await page.locator('.recharts-bar-rectangle').nth(29).waitFor();
  for (const tab of ['Source', 'Devices', 'Referrers', 'Pages', 'Top countries', 'Videos']) {
    await page.getByRole('tabpanel', { name: tab, exact: true }).getByRole('table').waitFor();
  }
  await expect(page.locator('.panel tbody tr').filter({ visible: true })).toHaveCount(4 + 4 * 10 + 8);
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollHeight'))
    .toBeLessThanOrEqual(2_600);
});

/** An answer of the api with all of its lists full. */
function crowded(answer: Analytics | RangeAnalytics | SessionAnalytics): object {
  const times = <Row>(count: number, row: (index: number) => Row) =>
    Array.from({ length: count }, (_, i) => row(i));
  const reached = [10, 30, 60, 120, 300].map((seconds) => ({ seconds, views: 1 }));
  const watched = { views: 9, uniqueViewers: 8, averageWatchTime: 61, totalWatchTime: 549, reached };
  const videoStats = times(8, (index) => ({
    videoId: `video-${index}`,
    title: `Video ${index}`,
    ...watched,
  }));
  const pageStats = Object.fromEntries(
    times(60, (index) => [`/nl/a-page-with-a-long-name-${index}`, 100 - index]),
  );
  if ('panels' in answer) {
    const rows = times(40, (index) => ({ value: `A long name, number ${index}`, sessions: 12_345 }));
    const panels = Object.fromEntries(Object.keys(answer.panels).map((name) => [name, { rows, more: 0 }]));
    return { ...answer, panels };
  }
  if (!('from' in answer)) {
    const [visitor] = answer.recentVisitors;
    return {
      ...{ ...answer, pageStats, videoStats },
      hourlyStats: times(24, (hour) => ({ hour, count: hour + 1 })),
      recentVisitors: times(50, () => visitor),
    };
  }
  const kinds = ['search', 'ai', 'monitor', 'tool', 'other'];
  return {
    ...{ ...answer, pageStats, videoStats },
    countryStats: times(40, () => ({ code: 'NL', country: 'A country with a long name', visitors: 12_345 })),
    referrerStats: times(40, (index) => ({ host: `a-long-name-${index}.example`, visitors: 12_345 })),
    botStats: kinds.flatMap((botClass) =>
      ['user-agent', 'headless'].map((reason) => ({ botClass, reason, bots: 12_345 })),
    ),
  };
}

function crowdedGoals(answer: GoalAnalytics): GoalAnalytics {
  const rate = { reached: 1_234, rate: 0.1, low: 0.08, high: 0.12, tooLittleData: false };
  const rows = Array.from({ length: 40 }, () => ({ value: 'referral', sessions: 12_345, ...rate }));
  return {
    ...answer,
    goals: answer.goals.map(({ goal }) => ({ goal, ...rate, leads: 1_234 })),
    dimensions: { ...answer.dimensions, source: { rows, more: 0 } },
    funnel: answer.funnel.map(({ step }, place) => ({ step, sessions: 12_345 >> place })),
    unjoined: (['question', 'newsletter', 'prompt-signup'] as const).flatMap((kind) =>
      (['not-counted', 'unknown'] as const).map((reason) => ({ kind, reason, leads: 12 })),
    ),
  };
}
