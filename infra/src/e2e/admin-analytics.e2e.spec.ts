import type { Analytics, RangeAnalytics } from '@voordeur/contracts/http';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { accessibilityFaults, hide, openVisitor, sidewaysScroll, untilAlive } from './site.js';
import { logIn, stack } from './stack.js';
import { untilDialogListens } from './waits.js';

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

beforeAll(async () => {
  ({ token, readAnalytics } = await logIn());
  // Figures to see: a page view by a person, from another site with a campaign, and a bot with a name to beware of.
  await postVisit('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', {
    page: '/nl/learn?utm_source=letter&utm_campaign=figures',
    referrer: 'https://search.example/?q=door',
  });
  await postVisit(formulaAgent, { page: '/nl' });
  await vi.waitUntil(
    async () => {
      const { recentBots, recentVisitors } = await readAnalytics();
      return (
        recentBots.some(({ userAgent }) => userAgent === formulaAgent) &&
        recentVisitors.some(({ referer }) => referer.startsWith('https://search.example/'))
      );
    },
    { timeout: 20_000, interval: 200 },
  );
});

const formulaAgent = '=HYPERLINK("https://evil.example") crawler';

async function postVisit(userAgent: string, body: object): Promise<void> {
  const response = await fetch(`${stack.baseUrl}/api/visit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(202);
}

async function readRange(name: string): Promise<RangeAnalytics> {
  const answer = await fetch(`${stack.baseUrl}/api/admin/analytics/range?last=${name}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as RangeAnalytics;
}

/** The page as the owner has it, logged in; `texts` are awaited by who needs them. */
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
    await page.getByRole('button', { name: 'Nederlands' }).click();
    await page.getByRole('heading', { name: 'Bezoekcijfers', level: 1 }).waitFor();
  }
  return visitor;
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A panel with all of its rows; with many visits in the database, one of ours is not among the first ten. */
async function wholePanel(page: Page, name: string) {
  await panel(page, name).getByRole('table').waitFor();
  const all = panel(page, name).getByRole('button', { name: /^Show all/ });
  if (await all.isVisible()) await all.click();
  return panel(page, name);
}

describe('the figures', () => {
  it('are those of the api', async () => {
    const { page, faults } = await open({ path: '/admin/analytics?range=all' });
    const visits = panel(page, 'Visits');
    await visits.getByRole('button', { name: 'All time' }).waitFor();
    const { summary } = await readAnalytics();
    const shown = await visits.locator('dd').allTextContents();
    expect(shown[3]).toBe(summary.total.toLocaleString('en'));
    expect(await panel(page, 'Video views').locator('dd').allTextContents()).toEqual(
      [summary.todayVideoViews, summary.weekVideoViews, summary.monthVideoViews, summary.totalVideoViews].map(
        (count) => count.toLocaleString('en'),
      ),
    );
    await panel(page, 'Recent visitors').getByText('External Link').first().waitFor();
    await (await wholePanel(page, 'Referrers')).getByText('search.example').waitFor();
    await (await wholePanel(page, 'Campaigns')).getByText('figures', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: /DB-IP/ }).getAttribute('href')).toBe('https://db-ip.com');
    expect(faults).toEqual([]);
  });

  it('call what came from PUBLIC_URL internal, whatever host the admin was opened on', async () => {
    // PUBLIC_URL of the stack under test names localhost, whichever address it is reached at.
    const own = new URL(stack.baseUrl);
    own.hostname = 'localhost';
    const other = new URL(stack.baseUrl);
    other.hostname = '127.0.0.1';
    const visitor = await openVisitor('en-GB', { baseUrl: other.origin });
    const { page } = visitor;
    await page.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
    await page.route('**/api/admin/analytics', async (route) => {
      const answer = await route.fetch();
      const figures = (await answer.json()) as Analytics;
      const [one] = figures.recentVisitors;
      if (!one) throw new Error('no visitor to copy');
      const referers = { '/own': `${own.origin}/nl`, '/other': `${other.origin}/nl`, '/none': 'Direct' };
      figures.recentVisitors = Object.entries(referers).map(([path, referer]) => ({
        ...one,
        page: path,
        referer,
      }));
      await route.fulfill({ response: answer, json: figures });
    });
    await page.goto('/admin/analytics');
    const row = (path: string) => panel(page, 'Recent visitors').getByRole('row').filter({ hasText: path });
    await row('/own').getByText('Internal Navigation').waitFor();
    await row('/other').getByText('External Link').waitFor();
    await row('/none').getByText('Direct Visit').waitFor();
  });

  it('are asked for once: not again on focus, on coming back, nor when the network is back', async () => {
    const asked: string[] = [];
    const { context, page } = await open();
    page.on('request', (request) => {
      if (request.url().includes('/api/admin/')) asked.push(new URL(request.url()).pathname);
    });
    await panel(page, 'Visits').waitFor();
    const shownAt = await page.locator('time').getAttribute('datetime');
    for (const hidden of [true, false]) await page.evaluate(hide(hidden));
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await context.setOffline(true);
    await context.setOffline(false);
    await page.getByRole('navigation').getByRole('link', { name: 'Live Translations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Live Translations' }).waitFor();
    await page.getByRole('list', { name: 'Texts' }).waitFor();
    await page.goBack();
    await panel(page, 'Visits').waitFor();
    await page.goForward();
    await page.getByRole('list', { name: 'Texts' }).waitFor();
    await page.goBack();
    expect(await page.locator('time').getAttribute('datetime')).toBe(shownAt);
    const again = page.waitForRequest('**/api/admin/analytics');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await again;
    // What the button asked for is the first since the screen was opened.
    expect(asked.filter((path) => path === '/api/admin/analytics')).toHaveLength(1);
    expect(asked.filter((path) => path === '/api/admin/translations/manage')).toHaveLength(1);
  });

  it('stand in a table under each chart', async () => {
    const { page } = await open();
    const { monthlyStats, hourlyStats } = await readAnalytics();
    await panel(page, 'Monthly trends').locator('.recharts-bar-rectangle').nth(5).waitFor();
    expect(await panel(page, 'Monthly trends').getByRole('table').count()).toBe(0);
    for (const name of ['Day by day', 'Monthly trends', 'Today by hour']) {
      await panel(page, name).getByText('View as table').click();
    }
    const rows = (name: string) => panel(page, name).locator('tbody tr');
    expect(await rows('Monthly trends').count()).toBe(monthlyStats.length);
    expect(await rows('Today by hour').count()).toBe(hourlyStats.filter(({ count }) => count > 0).length);
    expect(await rows('Day by day').count()).toBe(30);
  });

  it('are drawn under a strict content security policy', async () => {
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
    await panel(page, 'Monthly trends').locator('.recharts-bar-rectangle').nth(5).waitFor();
    await panel(page, 'Top countries').getByRole('button', { name: 'Top countries', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(faults).toEqual([]);
  });
});

describe('the period', () => {
  it('stands in the address; back and forward go between them', async () => {
    const { page } = await open();
    const chosen = () =>
      page.getByRole('navigation', { name: 'Period' }).locator('[aria-current]').textContent();
    expect(await chosen()).toBe('30 days');
    await page.getByRole('link', { name: '7 days' }).press('Enter');
    await panel(page, 'Visits').getByText('last 7 days').waitFor();
    expect(new URL(page.url()).search).toBe('?range=7d');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('7 days');
    await page.getByRole('link', { name: '12 months' }).click();
    await panel(page, 'Month by month').waitFor();
    await page.goBack();
    await panel(page, 'Day by day').waitFor();
    expect(await chosen()).toBe('7 days');
    await page.goForward();
    await panel(page, 'Month by month').waitFor();
    await page.goto('/admin/analytics?range=fortnight');
    await panel(page, 'Visits').getByText('last 30 days').waitFor();
  });

  it('moves what follows it, and not the six months and the hours of today', async () => {
    const { page } = await open({ path: '/admin/analytics?range=7d' });
    const { dailyStats, summary } = await readRange('7d');
    await panel(page, 'Visits').getByText('last 7 days').waitFor();
    expect(summary.total).toBe(dailyStats.reduce((sum, { visitors }) => sum + visitors, 0));
    await panel(page, 'Day by day').locator('.recharts-bar-rectangle').nth(6).waitFor();
    expect(await panel(page, 'Day by day').locator('.recharts-bar-rectangle').count()).toBe(7);
    await panel(page, 'Monthly trends').locator('.recharts-bar-rectangle').nth(5).waitFor();
    expect(await panel(page, 'Monthly trends').locator('.recharts-bar-rectangle').count()).toBe(6);
  });

  it('of one day shows its hours, and yesterday without a share', async () => {
    const { page } = await open({ path: '/admin/analytics?range=today' });
    await panel(page, 'Today by hour').waitFor();
    expect(await panel(page, 'Day by day').count()).toBe(0);
    expect(
      await panel(page, 'Visits')
        .getByText(/^(Yesterday|Nothing earlier)/)
        .count(),
    ).toBe(1);
  });
});

describe('a download', () => {
  const save = async (page: Page, of: string, format: RegExp) => {
    await page.getByRole('button', { name: `Download ${of}` }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: format }).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path(), 'utf8') };
  };

  it('is CSV in which nothing runs, or JSON', async () => {
    const { page } = await open({ path: '/admin/analytics?range=all' });
    await panel(page, 'Recent bots').waitFor();
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

  it('is there for each panel of figures', async () => {
    const { page } = await open();
    await panel(page, 'Recent bots').waitFor();
    const panels = await page.locator('section.panel').count();
    expect(panels).toBe(15);
    expect(await page.getByRole('button', { name: /^Download / }).count()).toBe(panels);
  });
});

it.each([
  ['en', 'Visits', /A visit is one page viewed by one person/],
  ['nl', 'Bezoeken', /Een bezoek is één pagina, bekeken door één mens/],
] as const)('a figure opens its definition, by keyboard too (%s)', async (language, name, definition) => {
  const { page } = await open({ language });
  const term = panel(page, name).getByRole('button', { name, exact: true });
  await term.press('Enter');
  await page.getByRole('dialog', { name }).getByText(definition).waitFor();
  await untilDialogListens(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Radix gives the focus back a moment after the dialog is gone.
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(name);
  // Each panel explains itself, and each figure of the cards does.
  const terms = page.locator('section.panel .definition');
  const headings = await page.locator('section.panel h2 .definition').count();
  expect(headings).toBe(15);
  expect((await terms.count()) - headings).toBe(15);
});

describe('states', () => {
  // Not the stream of who is there now, which has no end to wait for.
  const calls = /\/api\/admin\/analytics(\/range\?.*)?$/;

  it.each([
    [
      'en',
      [
        'No visits yet',
        'No video views recorded yet',
        'No recent video views yet',
        'No bots yet',
        'No visits today yet',
      ],
    ],
    [
      'nl',
      [
        'Nog geen bezoeken',
        'Nog geen video views geregistreerd',
        'Nog geen recente video views',
        'Nog geen bots',
        'Vandaag nog geen bezoeken',
      ],
    ],
  ] as const)('empty: says so in each panel (%s)', async (language, sentences) => {
    const { page, faults } = await open({
      language,
      prepare: (unopened) =>
        unopened.route(calls, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: emptied(await response.json()) });
        }),
    });
    for (const sentence of sentences) await page.getByText(sentence, { exact: true }).first().waitFor();
    if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('loading: keeps the room of what comes', async () => {
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
    await panel(page, 'Monthly trends').locator('.recharts-bar-rectangle').nth(5).waitFor();
    expect(await page.evaluate<number>('window.shifted')).toBeLessThan(0.05);
  });

  it.each([
    ['en', 'Error', 'Failed to fetch analytics', 'Try again'],
    ['nl', 'Fout', 'De cijfers konden niet worden opgehaald', 'Opnieuw proberen'],
  ] as const)(
    'failed: says so, and tries again when asked (%s)',
    async (language, title, sentence, retry) => {
      let failing = true;
      const { page } = await open({
        language,
        prepare: (unopened) =>
          unopened.route(calls, async (route) => {
            await (failing ? route.abort() : route.continue());
          }),
      });
      if (language === 'nl') await page.getByRole('button', { name: retry }).click();
      const toast = page.getByRole('region', { name: /^(Notifications|Meldingen)/ });
      await toast.getByText(sentence).first().waitFor();
      await toast.getByText(title, { exact: true }).first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      failing = false;
      await page.getByRole('button', { name: retry }).click();
      await panel(page, language === 'en' ? 'Visits' : 'Bezoeken').waitFor();
    },
  );

  it('failed while figures are shown: they stay', async () => {
    let failing = false;
    const { page } = await open({
      prepare: (unopened) =>
        unopened.route(calls, async (route) => {
          await (failing
            ? route.fulfill({ status: 503, json: { error: 'Away.', code: 'away' } })
            : route.continue());
        }),
    });
    await panel(page, 'Visits').waitFor();
    failing = true;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Failed to fetch analytics').first().waitFor();
    expect(await panel(page, 'Visits').count()).toBe(1);
    failing = false;
    const before = await page.locator('time').getAttribute('datetime');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => page.locator('time').getAttribute('datetime')).not.toBe(before);
  });

  it.each([401, 403])('refused with %d: forgets the token and goes to the login', async (status) => {
    const visitor = await openVisitor('en-GB');
    const { page } = visitor;
    await page.goto('/admin');
    await page.evaluate(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
    await page.route(calls, (route) =>
      route.fulfill({
        status,
        json: { error: 'Session expired. Please login again.', code: 'session-expired' },
      }),
    );
    await page.goto('/admin/analytics');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin');
    expect(await page.evaluate(`localStorage.getItem('admin_session_token')`)).toBeNull();
  });
});

it.each([
  ['en', 1440],
  ['nl', 375],
] as const)('at no width scrolls sideways (%s), and axe finds nothing at %d px', async (language, width) => {
  const { page } = await open({ language, path: '/admin/analytics?range=all' });
  await page.locator('section.panel').nth(14).waitFor();
  await page.locator('.recharts-bar-rectangle').first().waitFor();
  await page.locator('details').first().click();
  for (const one of [1440, 768, 375, 320, width]) {
    await page.setViewportSize({ width: one, height: 900 });
    expect(await sidewaysScroll(page), `${one} px`).toBe(0);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
});

/** An answer of the api as it is before the first visit. */
function emptied(answer: unknown): unknown {
  if (typeof answer === 'number') return 0;
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      if (name === 'monthlyStats' || name === 'hourlyStats' || name === 'dailyStats') {
        return [name, (value as object[]).map((row) => ({ ...emptiedRow(row) }))];
      }
      if (Array.isArray(value)) return [name, []];
      if (name === 'countryStats' || name === 'pageStats') return [name, {}];
      if (name === 'before') return [name, null];
      return [name, emptied(value)];
    }),
  );
}

function emptiedRow(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'hour' ? 0 : value,
    ]),
  );
}
