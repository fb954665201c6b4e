import type { Analytics, RecentBot, RecentVideoView, RecentVisitor } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { inSnapshot, loadQuery, resolveAll } from './query.js';
import {
  countryStats,
  pageStats,
  readVideoStats,
  type CountryRow,
  type PageRow,
  withCountryNames,
} from './read-stats.js';
import { readHours, readMonths, readSummary } from './read-summary.js';
import { readDaysOf } from './read-range.js';

const countries = loadQuery<CountryRow>('countries');
const pages = loadQuery<PageRow>('pages');
const recentVisitors = loadQuery<RecentVisitor>('recent-visitors');
const recentBots = loadQuery<RecentBot>('recent-bots');
const recentVideoViews = loadQuery<RecentVideoView>('recent-video-views');

/** The response without the facts about the site itself. */
type Figures = Omit<Analytics, 'ownHost'>;

/**
 * Everything on the owner's dashboard, as of `now`, from the figures of days and three short index scans, so its cost doesn't grow
 * with the number of visits. All of it is read from one snapshot, so the figures agree with each other.
 */
export async function readAnalytics(db: DataSource, now: Date, timeZone: string): Promise<Figures> {
  return inSnapshot(db, (snapshot) =>
    resolveAll({
      // The largest results first, so that they are parsed while Postgres runs the other queries.
      pageStats: pages(snapshot).then(pageStats),
      recentVisitors: recentVisitors(snapshot, [timeZone]).then(withCountryNames),
      recentBots: recentBots(snapshot, [timeZone]).then(withCountryNames),
      recentVideoViews: recentVideoViews(snapshot, [timeZone]).then(withCountryNames),
      videoStats: readVideoStats(snapshot),
      monthlyStats: readMonths(snapshot, now, timeZone),
      countryStats: countries(snapshot).then(countryStats),
      hourlyStats: readHours(snapshot, now, timeZone),
      summary: readSummary(snapshot, now, timeZone),
      asOf: readDaysOf(snapshot, 'all', now, timeZone).then(({ known }) => known.asOf.toISOString()),
    }),
  );
}
