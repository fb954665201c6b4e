import {
  type BotClass,
  botClasses,
  type Filter,
  type FilterDimension,
  goalBit,
  goals,
  isSessionDimension,
  sourceClasses,
} from '@voordeur/contracts/http';
import {
  countOfSessions,
  type NumberColumn,
  type Numbers,
  type SessionColumns,
  startsOfPagesBetween,
  type ValueColumn,
} from '@voordeur/server';

/** The places of the sessions for which all filters hold. */
export type Selection = (columns: SessionColumns) => Uint32Array;

/** For each session 1 if it's meant, else 0. */
type Condition = (columns: SessionColumns) => Uint8Array;

export function selectSessions(filters: Filter[]): Selection {
  const conditions: Condition[] = [];
  for (const dimension of new Set(filters.map((filter) => filter.dimension))) {
    const ofDimension = filters.filter((filter) => filter.dimension === dimension);
    const wanted = ofDimension.filter(({ operator }) => operator !== 'is-not');
    const refused = ofDimension.filter(({ operator }) => operator === 'is-not');
    if (wanted.length > 0) conditions.push(oneHolds(dimension, wanted));
    if (refused.length > 0) conditions.push(not(oneHolds(dimension, refused)));
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

const clientParts: FilterDimension[] = ['device', 'browser', 'system'];

/** Whether one of the filters holds, all of this dimension. */
function oneHolds(dimension: FilterDimension, filters: Filter[]): Condition {
  const isMeant = meantBy(filters);
  if (isSessionDimension(dimension)) return valueIs(dimension, dimension, isMeant);
  switch (dimension) {
    case 'page':
      return sawPage(isMeant);
    case 'entry':
    case 'exit':
      return valueIs(dimension, 'page', isMeant);
    case 'device':
    case 'browser':
    case 'system':
      return valueIs('client', 'client', (client) =>
        isMeant(client.split('\n')[clientParts.indexOf(dimension)] ?? ''),
      );
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

/** Whether a session saw a page that is meant: as its entry, its exit or between. */
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
