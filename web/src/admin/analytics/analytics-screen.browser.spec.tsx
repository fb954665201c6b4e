import { botClasses, type Analytics, type RangeAnalytics } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, refusal, type Answer } from '../../testing/api';
import { analytics, noGoals, range, sessionsOf } from '../../testing/figures';
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
  await page.viewport(1440, 900);
  await answerCalls('GET /api/admin/analytics/now', { events: [{ count: 0, people: [] }] });
  // The goals' panel asks for its own figures.
  await answerCalls('GET /api/admin/analytics/goals', { held: true });
  await answerCalls('GET /api/admin/analytics/sessions', { body: { ...sessionsOf(80), before: null } });
});

it('the summary and the chart come first, the goals last', async () => {
  await answerCalls('GET /api/admin/analytics/goals', { body: noGoals });
  await open();
  await expect.element(panel(words.goals.title)).toBeVisible();
  const headings = () => page.getByRole('heading', { level: 2 }).elements();
  const names = headings().map(({ textContent }) => textContent);
  expect(names.slice(0, 5)).toEqual([
    ...[words.visits, words.sessions, words.videoViews, words.bots],
    words.panel.course,
  ]);
  expect(names.slice(-3)).toEqual([words.goals.title, words.goals.by, words.goals.funnel.title]);
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

it('the unknown country is in the list, and isn’t counted as one', async () => {
  const countryStats = ['NL', 'BE', 'DE', 'FR', 'GB', 'IT', 'ES', 'PT', 'DK', 'SE', 'NO', 'ZZ'].map(
    (code, index) => ({ code, country: code, visitors: 20 - index }),
  );
  await open({ ranges: [{ body: { ...range, countryStats } }] });
  await view(words.topCountries).getByRole('button', { name: 'Show all 11' }).click();
  await expect.element(view(words.topCountries).getByRole('link', { name: 'Unknown' })).toBeVisible();
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
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Period: / }).click();
    await page.getByRole('dialog', { name: 'Period' }).getByRole('link', { name, exact: true }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  };
  await choose(words.compare.year);
  await isAt('?last=30d&compare=year');
  await choose(words.compare.none);
  await isAt('?last=30d&compare=none');
  await choose('7 days');
  await isAt('?last=7d&compare=none');
  await expect.element(page.getByRole('button', { name: 'Period: 7 days' })).toHaveFocus();
});

it('the owner’s own days say what is wrong with them', async () => {
  const asked = await open({ search: '' });
  await page.getByRole('button', { name: 'Period: 30 days' }).click();
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
  await expect.element(page.getByRole('button', { name: 'Period: 10 – 14 Mar' })).toBeVisible();
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

it('each chart has its table, and the six months don’t follow the period', async () => {
  const day = { visitors: 1, uniqueVisitors: 1, videoViews: 0, bots: 0, imported: false };
  const dailyStats = Array.from({ length: 7 }, (_, n) => ({ ...day, day: `2026-03-0${n + 1}` }));
  const month = { visitors: 9, imported: 0, uniqueCountries: 1, topCountry: null };
  const monthlyStats = [10, 11, 12].map((n) => ({ ...month, month: `2025-${n}`, monthShort: '' }));
  const hourlyStats = [0, 5, 0].map((count, hour) => ({ hour, count }));
  const hoursOfWeek = range.hoursOfWeek.map((hours) => hours.map(() => 1));
  await open({
    always: [{ body: { ...analytics, monthlyStats, hourlyStats } }],
    ranges: [
      { body: { ...range, from: '2026-03-01', to: '2026-03-07', dailyStats, hoursOfWeek, before: null } },
    ],
  });
  for (const [name, rows] of [
    [words.byDay, 7],
    [words.months, 3],
    [words.hours, 1],
  ] as const) {
    await tab(name).click();
    const marks = () => view(name).element().querySelectorAll('.recharts-bar-rectangle').length;
    await expect.poll(marks).toBe(rows);
    expect(view(name).getByRole('table').elements()).toEqual([]);
    await view(name).getByText(words.asTable).click();
    await expect.poll(() => view(name).element().querySelectorAll('tbody tr')).toHaveLength(rows);
  }
  await tab(words.week).click();
  await expect.poll(() => view(words.week).getByRole('columnheader').elements()).toHaveLength(24);
  expect(view(words.week).getByRole('rowheader').elements()).toHaveLength(7);
});

it('takes no more room however much there is to show, and each of its panels can be saved', async () => {
  const many = <Row,>(row: (index: number) => Row) => Array.from({ length: 40 }, (_, n) => row(n));
  const name = (n: number) => `a-long-name-of-something-${n}`;
  const crowded: RangeAnalytics = {
    ...{ ...range, before: null },
    pageStats: Object.fromEntries(many((n) => [`/nl/${name(n)}`, 100 - n])),
    countryStats: many((n) => ({ code: 'NL', country: name(n), visitors: 12_345 })),
    referrerStats: many((n) => ({ host: name(n), visitors: 12_345 })),
    botStats: botClasses.flatMap((botClass) =>
      (['user-agent', 'headless'] as const).map((reason) => ({ botClass, reason, bots: 12_345 })),
    ),
    videoStats: range.videoStats.flatMap((video) =>
      many((n) => ({ ...video, videoId: name(n) })).slice(0, 8),
    ),
  };
  const counted = sessionsOf(80);
  const rows = many((n) => ({ value: name(n), sessions: 12_345 }));
  for (const panelRows of Object.values(counted.panels)) panelRows.rows = rows;
  await answerCalls('GET /api/admin/analytics/sessions', { body: { ...counted, before: null } });
  await open({ ranges: [{ body: crowded }] });
  for (const shown of [words.devices, words.referrers, words.pages, words.topCountries, words.videos])
    await expect.element(view(shown).getByRole('table')).toBeVisible();
  await expect.poll(() => document.querySelectorAll('.panel tbody tr')).toHaveLength(4 * 10 + 8);
  // With the bar and the foot around it, at most 2,600.
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(2_440);
  expect(document.querySelectorAll('section.panel')).toHaveLength(11);
  expect(page.getByRole('button', { name: /^Download / }).elements()).toHaveLength(11);
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

describe('on a phone', () => {
  beforeEach(async () => {
    await page.viewport(375, 812);
    await answerCalls('GET /api/admin/analytics/goals', { body: noGoals });
  });
  const fold = (name: string) =>
    page.getByRole('heading', { name, exact: true, level: 2 }).getByRole('button');

  it('four numbers and the chart are shown, and the other panels once they’re opened', async () => {
    await open();
    await expect.element(fold(words.goals.funnel.title)).toBeVisible();
    const topOf = (name: string) => panel(name).element().getBoundingClientRect().top;
    expect(topOf(words.visits)).toBe(topOf(words.sessions));
    expect(topOf(words.videoViews)).toBe(topOf(words.bots));
    await expect.element(panel(words.visits)).toHaveTextContent(`${words.visits}200▲ 100% more`);
    await expect.element(view(words.byDay)).toBeVisible();
    const buttons = page.getByRole('heading', { level: 2 }).getByRole('button').elements();
    expect(buttons.filter((button) => button.ariaExpanded === 'false')).toHaveLength(14);
    expect(page.getByRole('tablist').elements()).toHaveLength(1);

    const pages = panel(words.panel.pages);
    await expect.element(pages).toHaveTextContent(`${words.panel.pages}/learn`);
    (fold(words.panel.pages).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(fold(words.panel.pages)).toHaveAttribute('aria-expanded', 'true');
    await expect.element(pages.getByRole('table')).toBeVisible();
    await tab(words.entryPages).click();
    await expect.element(view(words.entryPages)).toBeVisible();
    await fold(words.panel.pages).click();
    await expect.element(view(words.entryPages)).not.toBeInTheDocument();

    await fold(words.visits).click();
    await expect.element(panel(words.visits).getByText(words.averageDaily)).toBeVisible();
  });

  it('a panel is open where a link leads to it', async () => {
    await open({ search: '?last=7d#pages' });
    await expect.element(view(words.pages).getByRole('table')).toBeVisible();
    await expect.element(fold(words.panel.pages)).toBeInViewport();
  });
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
