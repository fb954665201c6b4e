import type { NameKind } from '@voordeur/contracts/db';
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
import { DateTime } from 'luxon';
import { valuesOf } from './parse-filters.js';
import type { Snapshot } from './query.js';

/** SQL: whether a row of `sessions` may be a robot's: a page view was suspicious, or nobody reads so much or so fast. */
export const isSuspected = `(suspicions <> 0 or page_views >= 200
  or (page_views >= 6 and ended_at - started_at < (page_views - 1) * interval '2 seconds'))`;

/** SQL for a `where` on `sessions`, whose own parameters are these values, from $1. */
export interface SelectedSessions {
  where: string;
  values: unknown[];
}

/**
 * The sessions that began in these days and for which all filters hold. Names become ids here, so that no session's are looked
 * up. `sessions` isn't to be joined with what has columns of the same names.
 */
export async function selectSessions(
  snapshot: Snapshot,
  filters: Filter[],
  { from, to }: Days,
  timeZone: string,
): Promise<SelectedSessions> {
  const values: unknown[] = [];
  const add: AddValue = (value, type) => `$${values.push(value)}::${type}`;
  const conditions = [`day between ${add(from, 'date')} and ${add(to, 'date')}`];
  // For the partitions; a day apart, in case the zone of the days was another.
  const start = DateTime.fromISO(from, { zone: timeZone }).minus({ days: 1 });
  const end = DateTime.fromISO(to, { zone: timeZone }).plus({ days: 2 });
  conditions.push(
    `started_at >= ${add(start.toISO(), 'timestamptz')} and started_at < ${add(end.toISO(), 'timestamptz')}`,
  );
  for (const dimension of new Set(filters.map((filter) => filter.dimension))) {
    const ofDimension = filters.filter((filter) => filter.dimension === dimension);
    const wanted = ofDimension.filter(({ operator }) => operator !== 'is-not');
    const refused = ofDimension.filter(({ operator }) => operator === 'is-not');
    if (wanted.length > 0) conditions.push(await holds(dimension, wanted, snapshot, add));
    // A condition on what isn't known may be null.
    if (refused.length > 0)
      conditions.push(`(${await holds(dimension, refused, snapshot, add)}) is not true`);
  }
  return { where: conditions.join(' and '), values };
}

/** Gives the place of the value. */
type AddValue = (value: unknown, type: string) => string;

/** SQL: whether one of the filters holds, all of this dimension. */
async function holds(
  dimension: FilterDimension,
  filters: Filter[],
  snapshot: Snapshot,
  add: AddValue,
): Promise<string> {
  const isEmpty = filters.some(({ value }) => value === '');
  const named = async (kind: NameKind) => add(await idsOf(snapshot, kind, filters), 'bigint[]');
  const orNull = (column: string, list: string) =>
    isEmpty ? `(${column} = any(${list}) or ${column} is null)` : `${column} = any(${list})`;
  switch (dimension) {
    case 'page': {
      const pages = await named('page');
      return `(entry = any(${pages}) or exit = any(${pages}) or pages_between && ${pages})`;
    }
    case 'entry':
    case 'exit':
      return `${dimension} = any(${await named('page')})`;
    case 'referrer':
    case 'campaign':
      return orNull(dimension, await named(dimension));
    case 'device':
    case 'browser':
    case 'system':
      return orNull('client', add(await clientsOf(snapshot, dimension, filters), 'bigint[]'));
    case 'country':
      return `country = any(${add(
        matching(countries, filters).map((code) => code || 'ZZ'),
        'text[]',
      )})`;
    case 'language':
      return orNull('language', add(matching(valuesOf.language, filters), 'text[]'));
    case 'source': {
      const places = matching(valuesOf.source, filters).map((source) => sourceClasses.indexOf(source));
      return `source = any(${add(places, 'smallint[]')})`;
    }
    case 'hour':
      return `hour = any(${add(matching(valuesOf.hour, filters), 'smallint[]')})`;
    case 'goal': {
      const bits = goals
        .filter((goal) => matching([goal], filters).length > 0)
        .reduce((sum, goal) => sum | goalBit(goal), 0);
      const reached = `goals & ${add(bits, 'int')} <> 0`;
      return isEmpty ? `(${reached} or goals = 0)` : reached;
    }
    case 'suspected':
      return `${isSuspected} = any(${add(
        matching(valuesOf.suspected, filters).map((value) => value === 'yes'),
        'boolean[]',
      )})`;
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
