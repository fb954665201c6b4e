import type {
  Comparison,
  Days,
  DayStats,
  Filter,
  HoursOfWeek,
  RangeAnalytics,
  RangeName,
  RangeTotals,
} from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import {
  countryName,
  averageDaily,
  hoursOfWeek,
  pageStats,
  readVideoStats,
  type CountryRow,
  type PageRow,
} from './read-stats.js';
import { inSnapshot, loadQuery, type Snapshot, resolveAll } from './query.js';
import { comparedDays, daysOfRange, wholeMonths, type FigureDays } from './range-days.js';
import { readSummary } from './read-summary.js';
import { selectBots } from './filter-sessions.js';

/** `asOf`: everything that was stored before is in the figures. */
type Known = FigureDays & { asOf: Date };

const figureDays = loadQuery<Known>('figure-days');
const totals = loadQuery<RangeTotals>('range-totals');
const days = loadQuery<DayStats>('range-days');
const hours = loadQuery<{ weekday: number; hour: number; count: number }>('range-hours');
const countries = loadQuery<CountryRow>('range-countries');
const pages = loadQuery<PageRow>('range-pages');
const referrers = loadQuery<RangeAnalytics['referrerStats'][number]>('range-referrers');
const campaigns = loadQuery<RangeAnalytics['campaignStats'][number]>('range-campaigns');
const bots = loadQuery<RangeAnalytics['botStats'][number]>('range-bots');

/**
 * The figures of a named range as of `now`, or of the given days, in days of `timeZone`, and those of the period
 * compared with; in one snapshot.
 */
export async function readRange(
  db: DataSource,
  range: RangeName | Days,
  now: Date,
  timeZone: string,
  comparison: Comparison = 'before',
  botFilters: Filter[] = [],
): Promise<RangeAnalytics> {
  return inSnapshot(db, async (snapshot) => {
    const {
      days: { from, to },
      known,
    } = await readDaysOf(snapshot, range, now, timeZone);
    const before = comparedDays({ from, to }, comparison, known);
    const months = wholeMonths({ from, to }, known);
    const inMonths = [from, to, months.from, months.until];
    const results = await resolveAll({
      // The largest result first, as in readAnalytics.
      pageStats: pages(snapshot, inMonths).then(pageStats),
      inTime: readInTime(snapshot, { from, to }),
      before: before && readInTime(snapshot, before),
      byCountry: countries(snapshot, inMonths),
      videoStats: readVideoStats(snapshot, from, to),
      referrerStats: referrers(snapshot, [from, to]),
      campaignStats: campaigns(snapshot, [from, to]),
      botStats: bots(snapshot, [from, to, selectBots(botFilters)]),
      overall: readSummary(snapshot, now, timeZone),
    });
    const { inTime, before: inTimeBefore, byCountry, ...stats } = results;
    const { dailyStats, hoursOfWeek, ...summary } = inTime;
    return {
      from,
      to,
      ...stats,
      dailyStats,
      hoursOfWeek,
      summary: {
        ...summary,
        totalWithBots: summary.total + summary.totalBots,
        uniqueCountries: byCountry.filter(({ country }) => country !== 'ZZ').length,
        averageDaily: averageDaily(summary.total, dailyStats.length),
      },
      before: before && inTimeBefore && { ...before, ...inTimeBefore },
      countryStats: byCountry.map(({ country, visits }) => ({
        code: country,
        country: countryName(country),
        visitors: visits,
      })),
      asOf: known.asOf.toISOString(),
    };
  });
}

/** The first and last day of a range, and the facts they follow from. */
export async function readDaysOf(
  snapshot: Snapshot,
  range: RangeName | Days,
  now: Date,
  timeZone: string,
): Promise<{ days: Days; known: Known }> {
  const [known] = await figureDays(snapshot, [now.toISOString(), timeZone]);
  if (!known) throw new Error('figure-days returned no row');
  return { days: typeof range === 'string' ? daysOfRange(range, known) : range, known };
}

/** The days themselves, without where their page views came from or went. */
async function readInTime(
  snapshot: Snapshot,
  { from, to }: Days,
): Promise<RangeTotals & { dailyStats: DayStats[]; hoursOfWeek: HoursOfWeek }> {
  const [[sums], dailyStats, hourRows] = await Promise.all([
    totals(snapshot, [from, to]),
    days(snapshot, [from, to]),
    hours(snapshot, [from, to]),
  ]);
  if (!sums) throw new Error('range-totals returned no row');
  return { ...sums, dailyStats, hoursOfWeek: hoursOfWeek(hourRows) };
}
