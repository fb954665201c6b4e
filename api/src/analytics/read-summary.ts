import type { AnalyticsSummary, HourStats, MonthStats } from '@voordeur/contracts/http';
import { countryName, averageDaily } from './read-stats.js';
import { loadQuery, type Snapshot } from './query.js';

interface Periods {
  total: number;
  today: number;
  this_week: number;
  this_month: number;
}

const visits = loadQuery<Periods & { total_bots: number; today_bots: number; days: number | null }>(
  'summary-of-visits',
);
const visitors = loadQuery<{
  unique_visitors: number;
  today_unique_visitors: number;
  unique_countries: number;
}>('summary-of-visitors');
const videoViews = loadQuery<Periods>('summary-of-video-views');
const months = loadQuery<{
  month: string;
  visitors: number;
  unique_countries: number;
  top_countries: string[];
}>('months');
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
  return {
    total: visit.total,
    today: visit.today,
    thisWeek: visit.this_week,
    thisMonth: visit.this_month,
    totalVideoViews: view.total,
    todayVideoViews: view.today,
    weekVideoViews: view.this_week,
    monthVideoViews: view.this_month,
    uniqueCountries: visitor.unique_countries,
    averageDaily: averageDaily(visit.total, visit.days ?? 1),
    totalBots: visit.total_bots,
    todayBots: visit.today_bots,
    totalWithBots: visit.total + visit.total_bots,
    uniqueVisitors: visitor.unique_visitors,
    todayUniqueVisitors: visitor.today_unique_visitors,
  };
}

/** The last 6 calendar months, oldest first, zero-filled. */
export async function readMonths(snapshot: Snapshot, now: Date, timeZone: string): Promise<MonthStats[]> {
  const rows = await months(snapshot, [now.toISOString(), timeZone]);
  return rows.map((row) => ({
    month: row.month,
    monthShort: shortMonth(row.month),
    visitors: row.visitors,
    uniqueCountries: row.unique_countries,
    topCountry: row.top_countries.map(countryName).sort((a, b) => a.localeCompare(b, 'en'))[0] ?? null,
  }));
}

function shortMonth(month: string): string {
  return monthNames.format(new Date(`${month}-01`));
}

/** All 24 hours of today. */
export async function readHours(snapshot: Snapshot, now: Date, timeZone: string): Promise<HourStats[]> {
  const rows = await hours(snapshot, [now.toISOString(), timeZone]);
  const counts = new Map(rows.map((row) => [row.hour, row.visits]));
  return Array.from({ length: 24 }, (_, hour) => ({ hour, count: counts.get(hour) ?? 0 }));
}
