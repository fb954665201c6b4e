import { isSuspected, type NameKind } from '@voordeur/contracts/db';
import {
  type BotClass,
  botClasses,
  type Days,
  type Filter,
  type FilterDimension,
  goalBit,
  goals,
  sourceClasses,
} from '@voordeur/contracts/http';
import { nameIdOf } from '@voordeur/server';
import { DateTime, Interval } from 'luxon';
import { valuesOf } from './parse-filters.js';
import type { Snapshot } from './query.js';

/** SQL about a row of `sessions`, whose parameters are these values, from $1. `sessions` isn't joined with anything there. */
export interface SelectedSessions {
  /** Whether all filters hold; null or false if one doesn't. */
  matches: string;
  /** Whether it began in a part of the days: counting a part of few sessions takes little memory. */
  parts: string[];
  /** The days that two parts share, and whether a session began on one. */
  cutDays: { day: string; began: string }[];
  /** Whether it began on the day before the days, or after them. */
  around: string[];
  values: unknown[];
}

/**
 * The sessions that began in these days of `timeZone` and for which all filters hold. Names become ids here, so that no session's
 * are looked up.
 */
export async function selectSessions(
  snapshot: Snapshot,
  filters: Filter[],
  days: Days,
  timeZone: string,
): Promise<SelectedSessions> {
  const values: unknown[] = [];
  const add: AddValue = (value, type) => `$${values.push(value)}::${type}`;
  const conditions: string[] = [];
  for (const dimension of new Set(filters.map((filter) => filter.dimension))) {
    const ofDimension = filters.filter((filter) => filter.dimension === dimension);
    const wanted = ofDimension.filter(({ operator }) => operator !== 'is-not');
    const refused = ofDimension.filter(({ operator }) => operator === 'is-not');
    if (wanted.length > 0) conditions.push(await holds(dimension, wanted, snapshot, add));
    // A condition on what isn't known may be null.
    if (refused.length > 0)
      conditions.push(`(${await holds(dimension, refused, snapshot, add)}) is not true`);
  }
  const matches = conditions.length > 0 ? conditions.join(' and ') : 'true';
  const starts = await readPartStarts(snapshot, days, timeZone);
  const cut = starts.slice(1, -1).map((at) => at.setZone(timeZone).startOf('day'));
  const [start, end] = [starts[0], starts.at(-1)];
  return {
    matches,
    around: [beganBetween(start?.minus({ days: 1 }), start), beganBetween(end, end?.plus({ days: 1 }))],
    parts: starts.slice(1).map((end, part) => beganBetween(starts[part], end)),
    cutDays: cut.map((day) => ({
      day: day.toISODate() ?? '',
      began: beganBetween(day, day.plus({ days: 1 })),
    })),
    values,
  };
}

/** Gives the place of the value. */
type AddValue = (value: unknown, type: string) => string;

/** Literals in place of parameters: Postgres must know the partitions when it plans. */
function beganBetween(start?: DateTime, end?: DateTime): string {
  return `started_at >= '${start?.toUTC().toISO() ?? '-infinity'}' and started_at < '${end?.toUTC().toISO() ?? 'infinity'}'`;
}

const daysOfPart = 8;
/** Of more days a month is a part, because each has to be planned. */
const longestInParts = 62;

/**
 * When the parts of the days begin, and when the last ends. None shares a month (UTC) with another's, so that each reads
 * one partition.
 */
async function readPartStarts(snapshot: Snapshot, { from, to }: Days, timeZone: string): Promise<DateTime[]> {
  const { rows } = await snapshot.query<{ start: Date; end: Date }>({
    text: `-- part-starts: When do these days begin and end?
      select $1::date::timestamp at time zone $3 as start, ($2::date + 1)::timestamp at time zone $3 as end`,
    values: [from, to, timeZone],
  });
  return rows.flatMap((row) => {
    const [start, end] = [row.start, row.end].map((at) => DateTime.fromJSDate(at, { zone: 'utc' }));
    if (!start || !end) return [];
    const whole = Interval.fromDateTimes(start, end);
    const firsts = Array.from({ length: whole.count('months') }, (_, month) =>
      start.startOf('month').plus({ months: month }),
    );
    const months = whole.splitAt(...firsts);
    const parts =
      whole.length('days') > longestInParts
        ? months
        : months.flatMap((month) => month.divideEqually(Math.ceil(month.length('days') / daysOfPart)));
    return [...parts.flatMap((part) => part.start ?? []), end];
  });
}

/** SQL: whether one of the filters holds, all of this dimension. */
async function holds(
  dimension: FilterDimension,
  filters: Filter[],
  snapshot: Snapshot,
  add: AddValue,
): Promise<string> {
  const isOneOf = (column: string, list: unknown[], type: string) =>
    list.length === 1 ? `${column} = ${add(list[0], type)}` : `${column} = any(${add(list, `${type}[]`)})`;
  const orUnknown = (column: string, condition: string) =>
    filters.some(({ value }) => value === '') ? `(${condition} or ${column} is null)` : condition;
  switch (dimension) {
    case 'page': {
      const pages = add(await idsOf(snapshot, 'page', filters), 'bigint[]');
      return `(entry = any(${pages}) or exit = any(${pages}) or pages_between && ${pages})`;
    }
    case 'entry':
    case 'exit':
      return isOneOf(dimension, await idsOf(snapshot, 'page', filters), 'bigint');
    case 'referrer':
    case 'campaign':
      return orUnknown(dimension, isOneOf(dimension, await idsOf(snapshot, dimension, filters), 'bigint'));
    case 'device':
    case 'browser':
    case 'system':
      return orUnknown('client', isOneOf('client', await clientsOf(snapshot, dimension, filters), 'bigint'));
    case 'country': {
      const codes = matching(countries, filters).map((code) => code || 'ZZ');
      return isOneOf('country', codes, 'text');
    }
    case 'language':
      return orUnknown('language', isOneOf('language', matching(valuesOf.language, filters), 'text'));
    case 'source': {
      const places = matching(valuesOf.source, filters).map((source) => sourceClasses.indexOf(source));
      return isOneOf('source', places, 'smallint');
    }
    case 'hour':
      return isOneOf('hour', matching(valuesOf.hour, filters), 'smallint');
    case 'goal': {
      const reached = goals.filter((goal) => matching([goal], filters).length > 0);
      const bits = reached.reduce((sum, goal) => sum | goalBit(goal), 0);
      const isReached = `goals & ${add(bits, 'int')} <> 0`;
      return filters.some(({ value }) => value === '') ? `(${isReached} or goals = 0)` : isReached;
    }
    case 'suspected': {
      const kinds = matching(valuesOf.suspected, filters).map((value) => value === 'yes');
      return isOneOf(isSuspected, kinds, 'boolean');
    }
    case 'bot':
      throw new Error('bots have no sessions');
  }
}

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
/** Every code that there could be, and empty for the unknown. */
const countries = ['', ...letters.flatMap((first) => letters.map((second) => first + second))].filter(
  (code) => code !== 'ZZ',
);

/** The values for which one of the filters holds. */
function matching<Value extends string>(values: readonly Value[], filters: Filter[]): Value[] {
  return values.filter((value) =>
    filters.some(({ operator, value: sought }) =>
      operator === 'contains' ? value.toLowerCase().includes(sought.toLowerCase()) : value === sought,
    ),
  );
}

/** The classes of bots for which all filters hold. */
export function selectBots(filters: Filter[]): BotClass[] {
  const wanted = filters.filter(({ operator }) => operator !== 'is-not');
  const refused = filters.filter(({ operator }) => operator === 'is-not');
  const left = wanted.length > 0 ? matching(botClasses, wanted) : botClasses;
  return left.filter((one) => matching([one], refused).length === 0);
}

/** The ids of the names for which one of the filters holds, which may be names that nothing has. */
async function idsOf(snapshot: Snapshot, kind: NameKind, filters: Filter[]): Promise<string[]> {
  const parts = textsOf(filters, 'contains');
  const ids = textsOf(filters, 'is').map((name) => nameIdOf(kind, name));
  if (parts.length === 0) return ids;
  const { rows } = await snapshot.query<{ id: string }>({
    text: `-- names-with: Which names of a kind contain one of these parts?
      select id from names where kind = $1
        and exists (select from unnest($2::text[]) as one (part) where strpos(lower(name), lower(part)) > 0)`,
    values: [kind, parts],
  });
  return [...ids, ...rows.map(({ id }) => id)];
}

const clientParts: FilterDimension[] = ['device', 'browser', 'system'];

async function clientsOf(
  snapshot: Snapshot,
  dimension: FilterDimension,
  filters: Filter[],
): Promise<string[]> {
  const { rows } = await snapshot.query<{ id: string }>({
    text: `-- clients-with: Which clients have such a device, browser or system?
      select id from (select id, split_part(name, E'\\n', $1) as name from names where kind = 'client') as clients
      where name = any($2)
        or exists (select from unnest($3::text[]) as one (part) where strpos(lower(name), lower(part)) > 0)`,
    values: [clientParts.indexOf(dimension) + 1, textsOf(filters, 'is'), textsOf(filters, 'contains')],
  });
  return rows.map(({ id }) => id);
}

/** `is` and `is-not` are one here: what isn't to hold is negated as a whole. */
function textsOf(filters: Filter[], operator: 'is' | 'contains'): string[] {
  return filters
    .filter((filter) => (filter.operator === 'contains') === (operator === 'contains'))
    .map(({ value }) => value);
}
