import type { AnalyticsSummary, HourStats, MonthStats } from '@voordeur/contracts/http';
import { countryName, averageDaily } from './read-stats.js';
import { loadQuery, type Snapshot } from './query.js';

type Visits = Pick<
  AnalyticsSummary,
  'total' | 'today' | 'thisWeek' | 'thisMonth' | 'totalBots' | 'todayBots' | 'imported'
>;
type Visitors = Pick<AnalyticsSummary, 'uniqueVisitors' | 'todayUniqueVisitors' | 'uniqueCountries'>;
type VideoViews = Pick<
  AnalyticsSummary,
  'totalVideoViews' | 'todayVideoViews' | 'weekVideoViews' | 'monthVideoViews'
>;
const visits = loadQuery<Visits & { days: number | null }>('summary-of-visits');
const visitors = loadQuery<Visitors>('summary-of-visitors');
const videoViews = loadQuery<VideoViews>('summary-of-video-views');
const months = loadQuery<Omit<MonthStats, 'monthShort' | 'topCountry'> & { topCountries: string[] }>(
  'months',
);
const monthNames = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const hours = loadQuery<{ hour: number; visits: number }>('hours');

/** The figures at the top, as of `now`, in days of `timeZone`. */
export async function readSummary(
  snapshot: Snapshot,
  now: Date,
  timeZone: string,
): Promise<AnalyticsSummary> {
  const at = [now.toISOString(), timeZone];
  const [[visit], [visitor], [view]] = await Promise.all([
    visits(snapshot, at),
    visitors(snapshot, at),
    videoViews(snapshot, at),
  ]);
  if (!visit || !visitor || !view) throw new Error('a summary query returned no row');
  const { days, ...counts } = visit;
  return {
    ...counts,
    ...visitor,
    ...view,
    averageDaily: averageDaily(counts.total, days ?? 1),
    totalWithBots: counts.total + counts.totalBots,
  };
}

/** The last 6 calendar months, oldest first, zero-filled. */
export async function readMonths(snapshot: Snapshot, now: Date, timeZone: string): Promise<MonthStats[]> {
  const rows = await months(snapshot, [now.toISOString(), timeZone]);
  return rows.map(({ topCountries, ...row }) => ({
    ...row,
    monthShort: monthNames.format(new Date(`${row.month}-01`)),
    topCountry: topCountries.map(countryName).sort((a, b) => a.localeCompare(b, 'en'))[0] ?? null,
  }));
}

/** All 24 hours of today. */
export async function readHours(snapshot: Snapshot, now: Date, timeZone: string): Promise<HourStats[]> {
  const rows = await hours(snapshot, [now.toISOString(), timeZone]);
  const counts = new Map(rows.map((row) => [row.hour, row.visits]));
  return Array.from({ length: 24 }, (_, hour) => ({ hour, count: counts.get(hour) ?? 0 }));
}
