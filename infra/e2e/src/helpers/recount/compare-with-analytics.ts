import type { Analytics } from '@voordeur/contracts/http';
import { compareCounts, regroup, sum, type Counts } from './counts.js';
import type { LogRecount } from './recount-log.js';

const newest = 50;
const pagesShown = 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Where the answer of `GET /api/admin/analytics` over this log and nothing else differs from its recount, one
 * sentence each. Of the newest only the times are compared: lines of one second have no order. No personal data.
 */
export function compareWithAnalytics(recount: LogRecount, analytics: Analytics, timeZone: string): string[] {
  const today = dayOf(new Date(analytics.asOf), timeZone);
  return [
    ...compareCounts('summary', summaryOf(recount, today), pick(analytics, recount, today)),
    ...compareCounts('country', countriesOf(recount.peopleByMonthCountry), analytics.countryStats),
    ...comparePages(regroup(recount.peopleByMonthPage, lastPart), analytics.pageStats),
    ...compareMonths(recount, analytics, today),
    ...compareCounts(
      'hour of today',
      regroup(recount.peopleByHour, (hour) =>
        hour.startsWith(today) ? String(Number(hour.slice(11))) : null,
      ),
      Object.fromEntries(analytics.hourlyStats.map(({ hour, count }) => [String(hour), count])),
    ),
    ...compareTimes('newest visitor', recount.peopleTimes, analytics.recentVisitors),
    ...compareTimes('newest bot', recount.botTimes, analytics.recentBots),
  ];
}

function summaryOf(recount: LogRecount, today: string): Counts {
  const monday = mondayOf(today);
  const firstDay = Object.keys(recount.peopleByDay).sort()[0] ?? today;
  const days = Math.round((Date.parse(today) - Date.parse(firstDay)) / dayMs) + 1;
  return {
    total: recount.people,
    today: recount.peopleByDay[today] ?? 0,
    thisWeek: sum(regroup(recount.peopleByDay, (day) => (mondayOf(day) === monday ? day : null))),
    thisMonth: sum(
      regroup(recount.peopleByDay, (day) => (day.slice(0, 7) === today.slice(0, 7) ? day : null)),
    ),
    uniqueCountries: Object.keys(countriesOf(recount.peopleByMonthCountry)).filter(
      (name) => name !== 'Unknown',
    ).length,
    averageDaily: Math.round((10 * recount.people) / days) / 10,
    totalBots: recount.bots,
    todayBots: recount.botsByDay[today] ?? 0,
    totalWithBots: recount.people + recount.bots,
    uniqueVisitors: sum(recount.visitorsByDay),
    todayUniqueVisitors: recount.visitorsByDay[today] ?? 0,
  };
}

/** The part of the summary that a recount has: a log has no video views. */
function pick({ summary }: Analytics, recount: LogRecount, today: string): Counts {
  const known = Object.keys(summaryOf(recount, today));
  return Object.fromEntries(Object.entries(summary).filter(([name]) => known.includes(name)));
}

function compareMonths(recount: LogRecount, { monthlyStats }: Analytics, today: string): string[] {
  const expected = lastSixMonths(today).map((month) => {
    const countries = countriesOf(
      regroup(recount.peopleByMonthCountry, (key) => (key.startsWith(month) ? key : null)),
    );
    const known = Object.entries(countries).filter(([name]) => name !== 'Unknown');
    known.sort(([nameA, a], [nameB, b]) => b - a || nameA.localeCompare(nameB, 'en'));
    const visitors = sum(regroup(recount.peopleByDay, (day) => (day.startsWith(month) ? day : null)));
    return { month, visitors, uniqueCountries: known.length, topCountry: known[0]?.[0] ?? null };
  });
  const found = monthlyStats.map(({ month, visitors, uniqueCountries, topCountry }) => ({
    month,
    visitors,
    uniqueCountries,
    topCountry,
  }));
  return expected.flatMap((month, i) =>
    JSON.stringify(month) === JSON.stringify(found[i])
      ? []
      : [`month ${i}: recounted ${JSON.stringify(month)}, found ${JSON.stringify(found[i])}`],
  );
}

/** Beyond a thousand pages the smallest are one; which of equals is among them the seconds of a log cannot tell. */
function comparePages(recounted: Counts, found: Counts): string[] {
  if (Object.keys(recounted).length <= pagesShown) return compareCounts('page', recounted, found);
  const { '(other)': other = 0, ...shown } = found;
  const ofShown = regroup(recounted, (page) => (page in shown ? page : null));
  const ofOthers = Object.entries(recounted).filter(([page]) => !(page in shown));
  const largestOther = Math.max(...ofOthers.map(([, count]) => count));
  return [
    ...compareCounts('page', ofShown, shown),
    ...compareCounts('pages', { shown: pagesShown }, { shown: Object.keys(shown).length }),
    ...compareCounts('page', { '(other)': sum(Object.fromEntries(ofOthers)) }, { '(other)': other }),
    ...Object.entries(shown)
      .filter(([, count]) => count < largestOther)
      .map(([page]) => `page ${page} is shown, and a larger one is not`),
  ];
}

function compareTimes(what: string, recounted: string[], found: { localTime: string }[]): string[] {
  const expected = recounted.slice(0, newest);
  return Array.from({ length: Math.max(expected.length, found.length) }, (_, i) => [
    expected[i],
    found[i]?.localTime,
  ])
    .map(([a, b], i) => (a === b ? '' : `${what} ${i}: recounted ${a ?? 'none'}, found ${b ?? 'none'}`))
    .filter((difference) => difference !== '');
}

const names = new Intl.DisplayNames('en', { type: 'region' });

function countriesOf(byCode: Counts): Counts {
  return regroup(byCode, (key) => {
    const code = lastPart(key);
    return code === 'ZZ' ? 'Unknown' : (names.of(code) ?? code);
  });
}

function lastPart(key: string): string {
  return key.slice(key.indexOf('|') + 1);
}

function dayOf(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time);
}

function mondayOf(day: string): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

function lastSixMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return [5, 4, 3, 2, 1, 0].map((ago) => new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 7));
}
