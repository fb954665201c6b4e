import type { BotClass, BotReason, RangeAnalytics, RangeName, RangeTotals } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { countryName } from './country-name.js';
import type { Days } from './parse-range.js';
import { inSnapshot, question, type Snapshot, together } from './query.js';
import { daysBefore, daysOfRange, wholeMonths, type FigureDays } from './range-days.js';
import { averageDaily, pageStats, readVideoStats, type CountryRow, type PageRow } from './read-stats.js';

const figureDays = question<FigureDays>('figure-days');
const totals = question<{
  total: number;
  total_bots: number;
  unique_visitors: number;
  total_video_views: number;
}>('range-totals');
const days = question<{
  day: string;
  visits: number;
  unique_visitors: number;
  video_views: number;
  bots: number;
}>('range-days');
const countries = question<CountryRow>('range-countries');
const pages = question<PageRow>('range-pages');
const referrers = question<{ host: string; visitors: number }>('range-referrers');
const campaigns = question<{ source: string; medium: string; campaign: string; visitors: number }>(
  'range-campaigns',
);
const bots = question<{ bot_class: BotClass; bot_reason: BotReason; bots: number }>('range-bots');

/** The figures of a named range as of `now`, or of given days, in days of `timeZone`; from rollups only. */
export async function readRange(
  db: DataSource,
  range: RangeName | Days,
  now: Date,
  timeZone: string,
): Promise<RangeAnalytics> {
  return inSnapshot(db, async (snapshot) => {
    const [known] = await figureDays(snapshot, [now.toISOString(), timeZone]);
    if (!known) throw new Error('figure-days without its row');
    const { from, to } = typeof range === 'string' ? daysOfRange(range, known) : range;
    const before = daysBefore({ from, to }, known);
    const months = wholeMonths({ from, to }, known);
    const inMonths = [from, to, months.from, months.until];
    const asked = await together({
      // The largest answer first, as in readAnalytics.
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
    const { summary, daily, byCountry } = asked;
    return {
      from,
      to,
      summary: {
        ...summary,
        totalWithBots: summary.total + summary.totalBots,
        uniqueCountries: byCountry.filter(({ country }) => country !== 'ZZ').length,
        averageDaily: averageDaily(summary.total, daily.length),
      },
      before: before && asked.before && { ...before, ...asked.before },
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
      pageStats: asked.pageStats,
      videoStats: asked.videoStats,
      referrerStats: asked.referrerStats,
      campaignStats: asked.campaignStats,
      botStats: asked.bots.map((row) => ({
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
  if (!row) throw new Error('range-totals without its row');
  return {
    total: row.total,
    totalVideoViews: row.total_video_views,
    totalBots: row.total_bots,
    uniqueVisitors: row.unique_visitors,
  };
}
