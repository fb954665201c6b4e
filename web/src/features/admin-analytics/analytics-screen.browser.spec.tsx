import type { Analytics, RangeAnalytics } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, refusal, type Answer } from '../../testing/api';
import { analytics, range, sessionsOf } from '../../testing/figures';
import { address, renderAdmin, toast } from '../../testing/render';
import AnalyticsScreen from './analytics-screen';

const words = messages.en.admin.analytics;
const { retry } = messages.en.admin;
const panel = (name: string) => page.getByRole('region', { name, exact: true });
const view = (name: string) => page.getByRole('tabpanel', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const isAt = (search: string) => expect.element(address).toHaveTextContent(`/admin/analytics${search}`);

interface Opened {
  language?: 'en' | 'nl';
  search?: string;
  always?: Answer[];
  ranges?: Answer[];
}

async function open({
  language = 'en',
  search = '?last=7d',
  always = [{ body: analytics }],
  ranges = [{ body: range }],
}: Opened = {}) {
  await answerCalls('GET /api/admin/analytics', ...always);
  const asked = await answerCalls('GET /api/admin/analytics/range', ...ranges);
  renderAdmin(<AnalyticsScreen />, { language, path: `/admin/analytics${search}` });
  return asked;
}

beforeEach(async () => {
  await answerCalls('GET /api/admin/analytics/now', { events: [{ count: 0, people: [] }] });
  // The goals' panel asks for its own figures.
  await answerCalls('GET /api/admin/analytics/goals', { held: true });
  await answerCalls('GET /api/admin/analytics/sessions', { body: { ...sessionsOf(80), before: null } });
});

it('calls what came from the product’s own host internal, whatever host the admin was opened on', async () => {
  const visitor = {
    country: 'Netherlands',
    city: 'Delft',
    ip: '203.0.113.0',
    localTime: '2026-03-11T13:00:00',
  };
  const from = { '/own': 'https://site.example/nl', '/other': `${location.origin}/nl`, '/none': 'Direct' };
  const recentVisitors = Object.entries(from).map(([path, referer]) => ({ ...visitor, page: path, referer }));
  await open({ always: [{ body: { ...analytics, recentVisitors } }] });
  await tab(words.recentVisitors).click();
  const row = (path: string) => view(words.recentVisitors).getByRole('row').filter({ hasText: path });
  await expect.element(row('/own')).toHaveTextContent(words.internal);
  await expect.element(row('/other')).toHaveTextContent(words.external);
  await expect.element(row('/none')).toHaveTextContent(words.direct);
});

it('the countries are on a map, without those that are too small for it', async () => {
  const countryStats = [
    { code: 'NL', country: 'Netherlands', visitors: 1_200 },
    { code: 'MT', country: 'Malta', visitors: 2 },
    { code: 'ZZ', country: 'Unknown', visitors: 1 },
  ];
  await open({ ranges: [{ body: { ...range, countryStats } }] });
  await tab(words.map).click();
  const map = view(words.map);
  await expect.element(map.getByRole('img', { name: /^Page views by country/ })).toBeVisible();
  expect(Array.from(map.element().querySelectorAll('svg title'), ({ textContent }) => textContent)).toEqual([
    'Netherlands: 1,200',
  ]);
  await expect
    .element(map.getByText('3 page views from countries too small for this map, or unknown'))
    .toBeVisible();
});

it('the figures of today and of all time are of the same moment as those of the period', async () => {
  const other: Analytics['summary'] = { ...analytics.summary, today: 987_654, todayBots: 987_654 };
  await open({ search: '?last=today', always: [{ body: { ...analytics, summary: other } }] });
  await expect.element(panel(words.bots).getByText('50', { exact: true }).first()).toBeVisible();
  expect(page.getByText('987,654').elements()).toEqual([]);
});

it('the period is compared with the days before, a year before or nothing, which the address says', async () => {
  const day = { uniqueVisitors: 2, videoViews: 1, bots: 1, imported: false };
  const dailyStats = ['2026-03-09', '2026-03-10'].map((name) => ({ ...day, day: name, visitors: 100 }));
  const compared: RangeAnalytics = { ...range, dailyStats };
  if (compared.before) compared.before = { ...compared.before, dailyStats };
  await open({
    search: '?last=30d',
    // The second is that of the days before, by themselves.
    ranges: [
      { body: compared },
      { body: compared },
      { body: compared },
      { body: { ...compared, before: null } },
    ],
  });
  const line = () => document.querySelector('.recharts-line-curve[stroke-dasharray]');
  await expect.poll(line).not.toBeNull();
  await expect.element(page.getByText(/^Dashed: /)).toBeVisible();
  const compare = page.getByRole('navigation', { name: words.compare.label });
  await compare.getByRole('link', { name: words.compare.year }).click();
  await isAt('?last=30d&compare=year');
  await compare.getByRole('link', { name: words.compare.none }).click();
  await isAt('?last=30d&compare=none');
  await page.getByRole('link', { name: '7 days' }).click();
  await isAt('?last=7d&compare=none');
});

it('the owner’s own days say what is wrong with them', async () => {
  const asked = await open({ search: '' });
  await page.getByRole('button', { name: 'Other days' }).click();
  const form = page.getByRole('form', { name: 'Other days' });
  const [from, to] = [form.getByLabelText('First day'), form.getByLabelText('Last day')];
  const show = form.getByRole('button', { name: 'Show' });
  await show.click();
  await expect.element(form.getByText('Enter both days.')).toBeVisible();
  await expect.element(from).toHaveAttribute('aria-invalid', 'true');
  await from.fill('2026-03-10');
  await to.fill('2026-03-01');
  await expect.element(form.getByText('The last day is before the first.')).toBeVisible();
  await to.fill('2026-03-14');
  await show.click();
  await isAt('?from=2026-03-10&to=2026-03-14');
  await expect
    .poll(async () => (await asked.read()).map(({ search }) => search))
    .toContain('?from=2026-03-10&to=2026-03-14');
});

it.each(['en', 'nl'] as const)('a figure opens its definition, by keyboard too (%s)', async (language) => {
  const said = messages[language].admin.analytics;
  await open({ language });
  const term = panel(said.visits).getByRole('button', { name: said.visits, exact: true });
  await expect.element(term).toBeVisible();
  (term.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: said.visits });
  await expect.element(dialog).toHaveTextContent(said.what.visits);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(term).toHaveFocus();
  // Each figure of the cards explains itself, the goals not being here yet.
  await expect.poll(() => document.querySelectorAll('section.panel .definition')).toHaveLength(23);
  await expect.poll(() => page.getByRole('button', { name: /^(About|Over) / }).elements()).toHaveLength(7);
});

it('the words that other counters use otherwise are said when asked', async () => {
  await open();
  await page.getByRole('button', { name: words.definitions }).click();
  await expect.element(page.getByText(/no more than 30 minutes between them/)).toBeVisible();
  expect(document.querySelectorAll('dl.panel dt')).toHaveLength(5);
});

it('tabs are chosen by arrow keys, and each is what its panel shows', async () => {
  await open();
  await tab(words.referrers).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(view(words.channels)).toBeVisible();
  await expect.element(tab(words.channels)).toHaveFocus();
  await expect.element(view(words.referrers)).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: `Download ${words.channels}` })).toBeVisible();
});

describe('states', () => {
  const nothing: RangeAnalytics = {
    ...range,
    ...{ before: null, countryStats: [], pageStats: {}, botStats: [], videoStats: [] },
    overall: { ...range.overall, total: 0, totalBots: 0 },
    summary: { ...range.summary, total: 0, totalWithBots: 0, totalBots: 0, totalVideoViews: 0 },
  };

  it.each(['en', 'nl'] as const)('empty: says so in each panel (%s)', async (language) => {
    const said = messages[language].admin.analytics;
    await open({ language, ranges: [{ body: nothing }] });
    for (const [name, sentence] of [
      [said.pages, said.noVisits],
      [said.videos, said.noVideoViews],
      [said.recentVideoViews, said.noRecentVideoViews],
      [said.hours, said.noVisitsToday],
      [said.recentBots, said.noBots],
    ] as const) {
      await tab(name).click();
      await expect.element(view(name).getByText(sentence, { exact: true })).toBeVisible();
    }
  });

  it.each(['en', 'nl'] as const)('failed: says so, and tries again when asked (%s)', async (language) => {
    const said = messages[language].admin;
    await open({ language, always: ['cut off', { body: analytics }], ranges: ['cut off', { body: range }] });
    await expect.element(toast).toHaveTextContent(said.analytics.failed);
    await page.getByRole('button', { name: said.retry }).click();
    await expect.element(panel(said.analytics.visits)).toBeVisible();
  });

  it('failed while figures are shown: they stay', async () => {
    await open({
      ranges: [
        { body: { ...range, before: null } },
        refusal(503, 'away'),
        { body: { ...range, before: null } },
      ],
    });
    await expect.element(panel(words.visits)).toBeVisible();
    await page.getByRole('button', { name: words.refresh }).click();
    await expect.element(toast).toHaveTextContent(words.failed);
    await expect.element(panel(words.visits)).toBeVisible();
    expect(page.getByRole('button', { name: retry }).elements()).toEqual([]);
  });
});
