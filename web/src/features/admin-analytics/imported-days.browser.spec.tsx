import type { Analytics, DayStats, RangeAnalytics } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderAdmin } from '../../testing/render';
import { Figures } from './figures';

const day = (name: string, visitors: number, imported: boolean): DayStats => ({
  ...{ day: name, visitors, imported },
  ...{ uniqueVisitors: 1, videoViews: 0, bots: imported ? 0 : 2 },
});

/** Two days, the first of which was imported. */
const range: RangeAnalytics = {
  ...{ from: '2024-05-01', to: '2024-05-02', asOf: '2024-05-02T12:00:00Z' },
  summary: {
    ...{ total: 50, imported: 40, uniqueVisitors: 2, totalVideoViews: 0, totalBots: 10 },
    ...{ totalWithBots: 60, uniqueCountries: 1, averageDaily: 25 },
  },
  before: {
    ...{ from: '2024-04-29', to: '2024-04-30', total: 30, imported: 30 },
    ...{ uniqueVisitors: 2, totalVideoViews: 0, totalBots: 0 },
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
  summary: {
    ...{ total: 80, today: 10, thisWeek: 50, thisMonth: 50, imported: 70, averageDaily: 20 },
    ...{ totalVideoViews: 0, todayVideoViews: 0, weekVideoViews: 0, monthVideoViews: 0, uniqueCountries: 1 },
    ...{ totalBots: 10, todayBots: 2, totalWithBots: 90, uniqueVisitors: 4, todayUniqueVisitors: 1 },
  },
  monthlyStats: [
    { month: '2024-05', monthShort: 'May', visitors: 50, imported: 40, uniqueCountries: 1, topCountry: null },
  ],
  ...{ countryStats: {}, pageStats: {}, hourlyStats: [], videoStats: [] },
  ...{ recentVideoViews: [], recentVisitors: [], recentBots: [] },
  ...{ ownHost: 'site.example', asOf: '2024-05-02T12:00:00Z' },
};

const panel = (name: string) => page.getByRole('region', { name, exact: true });

it.each(['en', 'nl'] as const)('imported days are marked, and said to be it (%s)', async (language) => {
  const words = messages[language].admin.analytics;
  renderAdmin(<Figures analytics={analytics} range={range} name="7d" />, { language });
  const days = panel(words.byDay);
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
  await expect.element(panel(words.months).getByText(words.importedLegend)).toBeVisible();

  const visits = panel(words.visits);
  await expect.element(visits.getByText(words.importedNow.replace('{imported}', '40'))).toBeVisible();
  await expect.element(visits.getByText(words.importedBefore.replace('{imported}', '30'))).toBeVisible();
  await expect.element(visits.getByText('70', { exact: true })).toBeVisible();
  // Of an imported day nobody knows how many bots it had.
  await expect.element(panel(words.bots).getByText(words.change.noBefore)).toBeVisible();
  for (const name of [words.topCountries, words.pages])
    await expect.element(panel(name).getByText(words.importedIn)).toBeVisible();
  for (const name of [words.referrers, words.campaigns])
    await expect.element(panel(name).getByText(words.importedOut)).toBeVisible();
});

it('without imported days nothing is said of them', async () => {
  const { summary, before, dailyStats } = range;
  const own: RangeAnalytics = {
    ...range,
    summary: { ...summary, imported: 0 },
    before: before && { ...before, imported: 0 },
    dailyStats: dailyStats.map((one) => ({ ...one, imported: false })),
  };
  const ownAnalytics: Analytics = {
    ...analytics,
    summary: { ...analytics.summary, imported: 0 },
    monthlyStats: analytics.monthlyStats.map((month) => ({ ...month, imported: 0 })),
  };
  renderAdmin(<Figures analytics={ownAnalytics} range={own} name="7d" />);
  await expect.element(panel(messages.en.admin.analytics.visits)).toBeVisible();
  expect(page.getByText('Plausible').elements()).toEqual([]);
});
