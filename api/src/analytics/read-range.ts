import type { BotClass, BotReason, RangeAnalytics, RangeName, RangeTotals } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import {
  countryName,
  averageDaily,
  pageStats,
  readVideoStats,
  type CountryRow,
  type PageRow,
} from './read-stats.js';
import type { Days } from './parse-range.js';
import { inSnapshot, loadQuery, type Snapshot, resolveAll } from './query.js';
import { daysBefore, daysOfRange, wholeMonths, type FigureDays } from './range-days.js';

const figureDays = loadQuery<FigureDays>('figure-days');
const totals = loadQuery<{
  total: number;
  total_bots: number;
  unique_visitors: number;
  total_video_views: number;
}>('range-totals');
const days = loadQuery<{
  day: string;
  visits: number;
  unique_visitors: number;
  video_views: number;
  bots: number;
}>('range-days');
const countries = loadQuery<CountryRow>('range-countries');
const pages = loadQuery<PageRow>('range-pages');
const referrers = loadQuery<{ host: string; visitors: number }>('range-referrers');
const campaigns = loadQuery<{ source: string; medium: string; campaign: string; visitors: number }>(
  'range-campaigns',
);
const bots = loadQuery<{ bot_class: BotClass; bot_reason: BotReason; bots: number }>('range-bots');

/** The figures of a named range as of `now`, or of the given days, in days of `timeZone`; from rollups only. */
export async function readRange(
  db: DataSource,
  range: RangeName | Days,
  now: Date,
  timeZone: string,
): Promise<RangeAnalytics> {
  return inSnapshot(db, async (snapshot) => {
    const [known] = await figureDays(snapshot, [now.toISOString(), timeZone]);
    if (!known) throw new Error('figure-days returned no row');
    const { from, to } = typeof range === 'string' ? daysOfRange(range, known) : range;
    const before = daysBefore({ from, to }, known);
    const months = wholeMonths({ from, to }, known);
    const inMonths = [from, to, months.from, months.until];
    const results = await resolveAll({
      // The largest result first, as in readAnalytics.
      pageStats: pages(snapshot, inMonths).then(pageStats),
      summary: readTotals(snapshot, { from, to }),
      before: before && readTotals(snapshot, before),
      daily: days(snapshot, [from, to]),
      byCountry: countries(snapshot, inMonths),
      videoStats: readVideoStats(snapshot, from, to),
      referrerStats: referrers(snapshot, [from, to]),
      campaignStats: campaigns(snapshot, [from, to]),
      bots: bots(snapshot, [from, to]),
    });
    const { summary, daily, byCountry } = results;
    return {
      from,
      to,
      summary: {
        ...summary,
        totalWithBots: summary.total + summary.totalBots,
        uniqueCountries: byCountry.filter(({ country }) => country !== 'ZZ').length,
        averageDaily: averageDaily(summary.total, daily.length),
      },
      before: before && results.before && { ...before, ...results.before },
      dailyStats: daily.map((day) => ({
        day: day.day,
        visitors: day.visits,
        uniqueVisitors: day.unique_visitors,
        videoViews: day.video_views,
        bots: day.bots,
      })),
      countryStats: byCountry.map(({ country, visits }) => ({
        code: country,
        country: countryName(country),
        visitors: visits,
      })),
      pageStats: results.pageStats,
      videoStats: results.videoStats,
      referrerStats: results.referrerStats,
      campaignStats: results.campaignStats,
      botStats: results.bots.map((row) => ({
        botClass: row.bot_class,
        reason: row.bot_reason,
        bots: row.bots,
      })),
      asOf: now.toISOString(),
    };
  });
}

async function readTotals(snapshot: Snapshot, { from, to }: Days): Promise<RangeTotals> {
  const [row] = await totals(snapshot, [from, to]);
  if (!row) throw new Error('range-totals returned no row');
  return {
    total: row.total,
    totalVideoViews: row.total_video_views,
    totalBots: row.total_bots,
    uniqueVisitors: row.unique_visitors,
  };
}
