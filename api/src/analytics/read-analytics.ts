import type { Analytics } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { question } from './query.js';
import { readRecentBots, readRecentVideoViews, readRecentVisitors } from './read-recent.js';
import { countryStats, pageStats, readVideoStats, type CountryRow, type PageRow } from './read-stats.js';
import { readHours, readMonths, readSummary } from './read-summary.js';

const countries = question<CountryRow>('countries');
const pages = question<PageRow>('pages');

/**
 * Everything the owner's dashboard shows, as of `now`, from rollups and three short index scans: its cost does
 * not grow with the number of visits. One snapshot, so that the figures agree with each other.
 */
export async function readAnalytics(db: DataSource, now: Date, timeZone: string): Promise<Analytics> {
  return db.transaction('REPEATABLE READ', async (snapshot) => ({
    summary: await readSummary(snapshot, now, timeZone),
    monthlyStats: await readMonths(snapshot, now, timeZone),
    countryStats: countryStats(await countries(snapshot)),
    pageStats: pageStats(await pages(snapshot)),
    hourlyStats: await readHours(snapshot, now, timeZone),
    videoStats: await readVideoStats(snapshot),
    recentVideoViews: await readRecentVideoViews(snapshot, timeZone),
    recentVisitors: await readRecentVisitors(snapshot, timeZone),
    recentBots: await readRecentBots(snapshot, timeZone),
    asOf: now.toISOString(),
  }));
}
