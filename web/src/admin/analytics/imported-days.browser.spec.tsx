import type { Analytics, DayStats, RangeAnalytics, SessionAnalytics } from '@voordeur/contracts/http';
import type { UseQueryResult } from '@tanstack/react-query';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import Figures from './figures';

// The goals' panel asks for its own figures.
beforeEach(async () => {
  await page.viewport(1440, 900);
  await answerCalls('GET /api/admin/analytics/goals', { held: true });
});

const day = (name: string, visitors: number, imported: boolean): DayStats => ({
  ...{ day: name, visitors, imported },
  ...{ uniqueVisitors: 1, videoViews: 0, bots: imported ? 0 : 2 },
});

const hoursOfWeek = Array.from({ length: 7 }, () => Array<number>(24).fill(1));
const summary: Analytics['summary'] = {
  ...{ total: 80, today: 10, thisWeek: 50, thisMonth: 50, imported: 70, averageDaily: 20 },
  ...{ totalVideoViews: 0, todayVideoViews: 0, weekVideoViews: 0, monthVideoViews: 0, uniqueCountries: 1 },
  ...{ totalBots: 10, todayBots: 2, totalWithBots: 90, uniqueVisitors: 4, todayUniqueVisitors: 1 },
};

/** Two days, the first of which was imported. */
const range: RangeAnalytics = {
  ...{ from: '2024-05-01', to: '2024-05-02', asOf: '2024-05-02T12:00:00Z', hoursOfWeek, overall: summary },
  summary: {
    ...{ total: 50, imported: 40, uniqueVisitors: 2, totalVideoViews: 0, totalBots: 10 },
    ...{ totalWithBots: 60, uniqueCountries: 1, averageDaily: 25 },
  },
  before: {
    ...{ from: '2024-04-29', to: '2024-04-30', total: 30, imported: 30 },
    ...{ uniqueVisitors: 2, totalVideoViews: 0, totalBots: 0, hoursOfWeek },
    dailyStats: [day('2024-04-29', 15, true), day('2024-04-30', 15, true)],
  },
  dailyStats: [day('2024-05-01', 40, true), day('2024-05-02', 10, false)],
  countryStats: [{ code: 'NL', country: 'Netherlands', visitors: 50 }],
  pageStats: { '/nl': 50 },
  referrerStats: [{ host: 'example.org', visitors: 3 }],
  campaignStats: [],
  botStats: [],
  videoStats: [],
};

const analytics: Analytics = {
  summary,
  monthlyStats: [
    { month: '2024-05', monthShort: 'May', visitors: 50, imported: 40, uniqueCountries: 1, topCountry: null },
  ],
  ...{ countryStats: {}, pageStats: {}, hourlyStats: [], videoStats: [] },
  ...{ recentVideoViews: [], recentVisitors: [], recentBots: [] },
  ...{ ownHost: 'site.example', asOf: '2024-05-02T12:00:00Z' },
};

const panel = (name: string) => page.getByRole('region', { name, exact: true });
const view = (name: string) => page.getByRole('tabpanel', { name, exact: true });

/** Sessions that are still being counted. */
const sessions = {
  now: { isFetching: true, isError: false } as UseQueryResult<SessionAnalytics>,
  before: null,
};
const rest = { rangeBefore: undefined, sessions };

it.each(['en', 'nl'] as const)('imported days are marked, and said to be it (%s)', async (language) => {
  const words = messages[language].admin.analytics;
  renderAdmin(<Figures analytics={analytics} range={range} {...rest} />, { language });
  const days = view(words.byDay);
  await expect.element(days.getByText(words.importedLegend)).toBeVisible();
  await expect.poll(() => days.element().querySelectorAll('path[fill^="url(#"]').length).toBe(1);
  await days.getByText(words.asTable).click();
  await expect.element(days.getByRole('columnheader', { name: words.imported })).toBeVisible();
  expect(
    days
      .getByRole('row')
      .elements()
      .map(({ lastChild }) => lastChild?.textContent),
  ).toEqual([words.imported, '0', '40']);
  await page.getByRole('tab', { name: words.months }).click();
  await expect.element(view(words.months).getByText(words.importedLegend)).toBeVisible();

  const visits = panel(words.visits);
  await expect.element(visits.getByText(words.importedNow.replace('{imported}', '40'))).toBeVisible();
  await expect.element(visits.getByText(words.importedBefore.replace('{imported}', '30'))).toBeVisible();
  await expect.element(visits.getByText('70', { exact: true })).toBeVisible();
  // Nobody knows how many bots an imported day had.
  await expect.element(panel(words.bots).getByText(words.change.noBefore)).toBeVisible();
  for (const one of [view(words.topCountries), view(words.pages)])
    await expect.element(one.getByText(words.importedIn)).toBeVisible();
  for (const name of [words.referrers, words.campaigns]) {
    await page.getByRole('tab', { name }).click();
    await expect.element(view(name).getByText(words.importedOut)).toBeVisible();
  }
  await page.getByRole('tab', { name: words.week }).click();
  await expect.element(view(words.week).getByText(words.importedNoHours)).toBeVisible();
});

it('without imported days nothing is said of them', async () => {
  const { summary: inRange, before, dailyStats } = range;
  const overall = { ...summary, imported: 0 };
  const own: RangeAnalytics = {
    ...range,
    overall,
    summary: { ...inRange, imported: 0 },
    before: before && { ...before, imported: 0 },
    dailyStats: dailyStats.map((one) => ({ ...one, imported: false })),
  };
  const ownAnalytics: Analytics = {
    ...analytics,
    summary: overall,
    monthlyStats: analytics.monthlyStats.map((month) => ({ ...month, imported: 0 })),
  };
  renderAdmin(<Figures analytics={ownAnalytics} range={own} {...rest} />);
  await expect.element(panel(messages.en.admin.analytics.visits)).toBeVisible();
  expect(page.getByText('Plausible').elements()).toEqual([]);
});
