import type { BotClass, BotReason, RangeAnalytics } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { unknownPlace } from './country-name.js';
import { question } from './query.js';
import {
  averageDaily,
  countryStats,
  pageStats,
  readVideoStats,
  type CountryRow,
  type PageRow,
} from './read-stats.js';

const days = question<{ day: string; visits: number; unique_visitors: number; bots: number }>('range-days');
const countries = question<CountryRow>('range-countries');
const pages = question<PageRow>('range-pages');
const referrers = question<{ host: string; visitors: number }>('range-referrers');
const campaigns = question<{ source: string; medium: string; campaign: string; visitors: number }>(
  'range-campaigns',
);
const bots = question<{ bot_class: BotClass; bot_reason: BotReason; bots: number }>('range-bots');

/** The figures of the days `from` to `to` (`YYYY-MM-DD` in the site's zone), both included, from rollups only. */
export async function readRange(
  db: DataSource,
  from: string,
  to: string,
  now: Date,
): Promise<RangeAnalytics> {
  return db.transaction('REPEATABLE READ', async (snapshot) => {
    const range = [from, to];
    const daily = await days(snapshot, range);
    const byCountry = countryStats(await countries(snapshot, range));
    const videoStats = await readVideoStats(snapshot, from, to);
    const sum = (count: (day: (typeof daily)[number]) => number) =>
      daily.reduce((total, day) => total + count(day), 0);
    const total = sum((day) => day.visits);
    const totalBots = sum((day) => day.bots);
    return {
      from,
      to,
      summary: {
        total,
        totalVideoViews: videoStats.reduce((views, video) => views + video.views, 0),
        totalBots,
        totalWithBots: total + totalBots,
        uniqueVisitors: sum((day) => day.unique_visitors),
        uniqueCountries: Object.keys(byCountry).filter((name) => name !== unknownPlace).length,
        averageDaily: averageDaily(total, daily.length),
      },
      dailyStats: daily.map((day) => ({
        day: day.day,
        visitors: day.visits,
        uniqueVisitors: day.unique_visitors,
        bots: day.bots,
      })),
      countryStats: byCountry,
      pageStats: pageStats(await pages(snapshot, range)),
      videoStats,
      referrerStats: await referrers(snapshot, range),
      campaignStats: await campaigns(snapshot, range),
      botStats: (await bots(snapshot, range)).map((row) => ({
        botClass: row.bot_class,
        reason: row.bot_reason,
        bots: row.bots,
      })),
      asOf: now.toISOString(),
    };
  });
}
