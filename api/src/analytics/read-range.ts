import type { DayStats, RangeAnalytics, RangeName, RangeTotals } from '@voordeur/contracts/http';
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
const totals = loadQuery<RangeTotals>('range-totals');
const days = loadQuery<DayStats>('range-days');
const countries = loadQuery<CountryRow>('range-countries');
const pages = loadQuery<PageRow>('range-pages');
const referrers = loadQuery<RangeAnalytics['referrerStats'][number]>('range-referrers');
const campaigns = loadQuery<RangeAnalytics['campaignStats'][number]>('range-campaigns');
const bots = loadQuery<RangeAnalytics['botStats'][number]>('range-bots');

/** The figures of a named range as of `now`, or of the given days, in days of `timeZone`; from rollups only. */
export async function readRange(
  db: DataSource,
  range: RangeName | Days,
  now: Date,
  timeZone: string,
): Promise<RangeAnalytics> {
  return inSnapshot(db, async (snapshot) => {
    const {
      days: { from, to },
      known,
    } = await readDaysOf(snapshot, range, now, timeZone);
    const before = daysBefore({ from, to }, known);
    const months = wholeMonths({ from, to }, known);
    const inMonths = [from, to, months.from, months.until];
    const results = await resolveAll({
      // The largest result first, as in readAnalytics.
      pageStats: pages(snapshot, inMonths).then(pageStats),
      summary: readTotals(snapshot, { from, to }),
      before: before && readTotals(snapshot, before),
      dailyStats: days(snapshot, [from, to]),
      byCountry: countries(snapshot, inMonths),
      videoStats: readVideoStats(snapshot, from, to),
      referrerStats: referrers(snapshot, [from, to]),
      campaignStats: campaigns(snapshot, [from, to]),
      botStats: bots(snapshot, [from, to]),
    });
    const { summary, before: totalsBefore, byCountry, ...stats } = results;
    return {
      from,
      to,
      ...stats,
      summary: {
        ...summary,
        totalWithBots: summary.total + summary.totalBots,
        uniqueCountries: byCountry.filter(({ country }) => country !== 'ZZ').length,
        averageDaily: averageDaily(summary.total, stats.dailyStats.length),
      },
      before: before && totalsBefore && { ...before, ...totalsBefore },
      countryStats: byCountry.map(({ country, visits }) => ({
        code: country,
        country: countryName(country),
        visitors: visits,
      })),
      asOf: now.toISOString(),
    };
  });
}

/** The first and last day of a range, and what that follows from. */
export async function readDaysOf(
  snapshot: Snapshot,
  range: RangeName | Days,
  now: Date,
  timeZone: string,
): Promise<{ days: Days; known: FigureDays }> {
  const [known] = await figureDays(snapshot, [now.toISOString(), timeZone]);
  if (!known) throw new Error('figure-days returned no row');
  return { days: typeof range === 'string' ? daysOfRange(range, known) : range, known };
}

async function readTotals(snapshot: Snapshot, { from, to }: Days): Promise<RangeTotals> {
  const [row] = await totals(snapshot, [from, to]);
  if (!row) throw new Error('range-totals returned no row');
  return row;
}
