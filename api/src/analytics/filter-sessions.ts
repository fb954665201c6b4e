import type { NameKind } from '@voordeur/contracts/db';
import {
  type BotClass,
  botClasses,
  type Filter,
  type FilterDimension,
  goalBit,
  goals,
  sourceClasses,
} from '@voordeur/contracts/http';
import {
  countOfSessions,
  nameIdOf,
  type NumberColumn,
  type Numbers,
  type SessionColumns,
  startsOfPagesBetween,
  type ValueColumn,
} from '@voordeur/server';
import type { Snapshot } from './query.js';

/** The places of the sessions for which all filters hold. */
export type Selection = (columns: SessionColumns) => Uint32Array;

/** For each session 1 if it's meant, else 0. */
type Condition = (columns: SessionColumns) => Uint8Array;

/** Looks up which names the filters mean, so that no session's are. */
export async function selectSessions(snapshot: Snapshot, filters: Filter[]): Promise<Selection> {
  const conditions: Condition[] = [];
  for (const dimension of new Set(filters.map((filter) => filter.dimension))) {
    const ofDimension = filters.filter((filter) => filter.dimension === dimension);
    const wanted = ofDimension.filter(({ operator }) => operator !== 'is-not');
    const refused = ofDimension.filter(({ operator }) => operator === 'is-not');
    if (wanted.length > 0) conditions.push(await oneHolds(dimension, wanted, snapshot));
    if (refused.length > 0) conditions.push(not(await oneHolds(dimension, refused, snapshot)));
  }
  return (columns) => {
    const meant = conditions.map((condition) => condition(columns));
    const kept = new Uint32Array(countOfSessions(columns));
    let count = 0;
    for (let session = 0; session < kept.length; session += 1) {
      let isKept = 1;
      for (const one of meant) isKept &= one[session] ?? 0;
      kept[count] = session;
      count += isKept;
    }
    return kept.subarray(0, count);
  };
}

const not =
  (condition: Condition): Condition =>
  (columns) =>
    condition(columns).map((isMeant) => 1 - isMeant);

/** A value is asked about once for all sessions that have it. */
const valueIs =
  (column: NumberColumn, list: ValueColumn, isMeant: (value: string) => boolean): Condition =>
  ({ numbers, values }) => {
    const meant = values[list].map(isMeant);
    return mark(numbers[column], (place) => meant[place] === true);
  };

const numberIs =
  (column: NumberColumn, isMeant: (number: number) => boolean): Condition =>
  ({ numbers }) =>
    mark(numbers[column], isMeant);

function mark(numbers: Numbers, isMeant: (number: number) => boolean): Uint8Array {
  const marks = new Uint8Array(numbers.length);
  const known: number[] = [];
  for (let index = 0; index < marks.length; index += 1) {
    const number = numbers[index] ?? 0;
    marks[index] = known[number] ??= isMeant(number) ? 1 : 0;
  }
  return marks;
}

/** Whether one of the filters holds, all of this dimension. */
async function oneHolds(
  dimension: FilterDimension,
  filters: Filter[],
  snapshot: Snapshot,
): Promise<Condition> {
  const isMeant = meantBy(filters);
  const isNamed = (ids: string[]) => {
    const named = new Set(isMeant('') ? [...ids, ''] : ids);
    return (id: string) => named.has(id);
  };
  switch (dimension) {
    case 'page':
      return sawPage(isNamed(await idsOf(snapshot, 'page', filters)));
    case 'entry':
    case 'exit':
      return valueIs(dimension, 'page', isNamed(await idsOf(snapshot, 'page', filters)));
    case 'referrer':
    case 'campaign':
      return valueIs(dimension, dimension, isNamed(await idsOf(snapshot, dimension, filters)));
    case 'device':
    case 'browser':
    case 'system':
      return valueIs('client', 'client', isNamed(await clientsOf(snapshot, dimension, filters)));
    case 'country':
    case 'language':
      return valueIs(dimension, dimension, isMeant);
    case 'video':
      return watched(isMeant);
    case 'source':
      return numberIs('source', (place) => isMeant(sourceClasses[place] ?? ''));
    case 'hour':
      return numberIs('hour', (hour) => isMeant(String(hour)));
    case 'goal': {
      const bits = goals.filter(isMeant).reduce((sum, goal) => sum | goalBit(goal), 0);
      const none = isMeant('');
      return numberIs('goals', (reached) => (reached & bits) !== 0 || (none && reached === 0));
    }
    case 'suspected':
      return numberIs('isSuspected', (is) => isMeant(is === 1 ? 'yes' : 'no'));
    case 'bot':
      throw new Error('bots have no sessions');
  }
}

/** Whether a session saw a page that is meant, given by its id: as its entry, its exit or between. */
export const sawPage =
  (isMeant: (page: string) => boolean): Condition =>
  (columns) => {
    const { entry, exit, between } = columns.numbers;
    const isPage = columns.values.page.map(isMeant);
    const marked = (pages: Numbers) => mark(pages, (page) => isPage[page] === true);
    const [meant, exits, others] = [marked(entry), marked(exit), marked(between)];
    const starts = startsOfPagesBetween(columns);
    for (let session = 0; session < meant.length; session += 1) {
      let isMeant = (meant[session] ?? 0) | (exits[session] ?? 0);
      const end = starts[session + 1] ?? 0;
      for (let view = starts[session] ?? 0; view < end; view += 1) isMeant |= others[view] ?? 0;
      meant[session] = isMeant;
    }
    return meant;
  };

/** Whether a wanted video was watched in a session; empty means none. */
const watched =
  (isMeant: (video: string) => boolean): Condition =>
  ({ numbers, values }) => {
    const { videoSeconds, viewSession, viewVideo } = numbers;
    const isNoneMeant = isMeant('');
    const meant = mark(videoSeconds, (seconds) => isNoneMeant && seconds === 0);
    const isVideo = values.video.map(isMeant);
    for (const [view, session] of viewSession.entries())
      if (isVideo[viewVideo[view] ?? 0] === true) meant[session] = 1;
    return meant;
  };

/** Whether one of the filters holds for a value. */
const meantBy =
  (filters: Filter[]) =>
  (value: string): boolean =>
    filters.some(({ operator, value: sought }) =>
      operator === 'contains' ? value.toLowerCase().includes(sought.toLowerCase()) : value === sought,
    );

/** The classes of bots for which all filters hold. */
export function selectBots(filters: Filter[]): BotClass[] {
  const wanted = filters.filter(({ operator }) => operator !== 'is-not');
  const refused = filters.filter(({ operator }) => operator === 'is-not');
  const left = wanted.length > 0 ? botClasses.filter(meantBy(wanted)) : botClasses;
  return left.filter((one) => !meantBy(refused)(one));
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

/** `is` and `is-not` are treated alike here: `is-not` is negated as a whole. */
function textsOf(filters: Filter[], operator: 'is' | 'contains'): string[] {
  return filters
    .filter((filter) => (filter.operator === 'contains') === (operator === 'contains'))
    .map(({ value }) => value);
}
