import { compareCounts, type Counts } from './counts.js';
import type { LogRecount } from './recount-log.js';

/** Asks Postgres; a DataSource's or a pool's `query` does. */
export type Query = (sql: string) => Promise<{ key: string; count: number }[]>;

const day = `to_char(day, 'YYYY-MM-DD')`;
const month = `to_char(month, 'YYYY-MM')`;
const people = 'sum(people)::int as count';

/** Compares each table with its recount, the raw rows too. The key's parts are joined by `|`. */
function tablesOf(recount: LogRecount, timeZone: string): [what: string, sql: string, recounted: Counts][] {
  const local = `(occurred_at at time zone '${timeZone}')`;
  const isPerson = 'where bot_reason is null';
  return [
    [
      'raw people',
      `select 'all' as key, count(*)::int as count from visits ${isPerson}`,
      { all: recount.people },
    ],
    [
      'raw bots',
      `select 'all' as key, count(*)::int as count from visits where bot_reason is not null`,
      { all: recount.bots },
    ],
    [
      'raw people of page',
      `select to_char(${local}, 'YYYY-MM-DD') || '|' || split_part(page, '?', 1) as key, count(*)::int as count
      from visits ${isPerson} group by 1`,
      recount.peopleByDayPage,
    ],
    [
      'raw people from',
      `select to_char(${local}, 'YYYY-MM-DD') || '|' || country as key, count(*)::int as count
      from visits ${isPerson} group by 1`,
      recount.peopleByDayCountry,
    ],
    [
      'raw visitors',
      `select to_char(${local}, 'YYYY-MM-DD') as key, count(distinct visitor)::int as count from visits ${isPerson} group by 1`,
      recount.visitorsByDay,
    ],
    ['people in hour', rollup('visits_by_hour', `to_char(hour, 'YYYY-MM-DD HH24')`), recount.peopleByHour],
    [
      'bots in hour',
      rollup('visits_by_hour', `to_char(hour, 'YYYY-MM-DD HH24')`, 'bots'),
      recount.botsByHour,
    ],
    ['people on', rollup('visits_by_day', day), recount.peopleByDay],
    ['bots on', rollup('visits_by_day', day, 'bots'), recount.botsByDay],
    ['visitors on', rollup('visitors_by_day', day, 'visitors'), recount.visitorsByDay],
    ['people of page', rollup('visits_by_day_page', `${day} || '|' || page`), recount.peopleByDayPage],
    [
      'people of page in month',
      rollup('visits_by_month_page', `${month} || '|' || page`),
      recount.peopleByMonthPage,
    ],
    ['people from', rollup('visits_by_day_country', `${day} || '|' || country`), recount.peopleByDayCountry],
    [
      'people in month from',
      rollup('visits_by_month_country', `${month} || '|' || country`),
      recount.peopleByMonthCountry,
    ],
    [
      'people sent by',
      rollup('visits_by_day_referrer', `${day} || '|' || referrer_host`),
      recount.peopleByDayReferrer,
    ],
    [
      'bots of kind',
      rollup('visits_by_day_bot', `${day} || '|' || bot_class || '|' || bot_reason`, 'bots'),
      recount.botsByDayKind,
    ],
  ];
}

function rollup(table: string, key: string, column = 'people'): string {
  return `select ${key} as key, ${column === 'people' ? people : `sum(${column})::int as count`} from ${table} group by 1`;
}

/**
 * Where raw rows and rollups of a database that holds this log and nothing else differ from its recount, one
 * sentence each. No personal data.
 */
export async function compareWithTables(
  recount: LogRecount,
  query: Query,
  timeZone: string,
): Promise<string[]> {
  const differences: string[] = [];
  for (const [what, sql, recounted] of tablesOf(recount, timeZone)) {
    const rows = await query(sql);
    const found = Object.fromEntries(rows.map(({ key, count }) => [key, count]));
    differences.push(...compareCounts(what, recounted, found));
  }
  return differences;
}
