import type { Analytics } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { inSnapshot, question, together } from './query.js';
import { readRecentBots, readRecentVideoViews, readRecentVisitors } from './read-recent.js';
import { countryStats, pageStats, readVideoStats, type CountryRow, type PageRow } from './read-stats.js';
import { readHours, readMonths, readSummary } from './read-summary.js';

const countries = question<CountryRow>('countries');
const pages = question<PageRow>('pages');

/** The answer without what it says of the site itself. */
type Figures = Omit<Analytics, 'ownHost'>;

/**
 * Everything the owner's dashboard shows, as of `now`, from rollups and three short index scans: its cost does
 * not grow with the number of visits. One snapshot, so that the figures agree with each other.
 */
export async function readAnalytics(db: DataSource, now: Date, timeZone: string): Promise<Figures> {
  return inSnapshot(db, (snapshot) =>
    together({
      // The largest answers first: they are read while Postgres is at the rest.
      pageStats: pages(snapshot).then(pageStats),
      recentVisitors: readRecentVisitors(snapshot, timeZone),
      recentBots: readRecentBots(snapshot, timeZone),
      recentVideoViews: readRecentVideoViews(snapshot, timeZone),
      videoStats: readVideoStats(snapshot),
      monthlyStats: readMonths(snapshot, now, timeZone),
      countryStats: countries(snapshot).then(countryStats),
      hourlyStats: readHours(snapshot, now, timeZone),
      summary: readSummary(snapshot, now, timeZone),
      asOf: now.toISOString(),
    }),
  );
}
