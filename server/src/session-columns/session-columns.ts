import { sessionDimensionNames } from '@voordeur/contracts/http';

/** As narrow as the highest of them allows. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Columns with a number per session; of a value of `sessionValues`, its place in the list of them. */
const sessionNumbers = [
  /** Counted from 0 within the day; in this order. */
  'visitor',
  'entry',
  'exit',
  ...sessionDimensionNames,
  'client',
  'texts',
  /** As `sourceClasses` has them. */
  'source',
  'hour',
  /** Bits, as `goalBit` has them. */
  'goals',
  'pageViews',
  /** Milliseconds from the first page view to the last. */
  'lasted',
  'videoSeconds',
  /** 0 or 1. */
  'isSuspected',
  /** How many of `between` are the session's. */
  'pagesBetween',
] as const;

/** Columns with a number per page view that is neither its session's first nor its last, and per video view. */
const furtherNumbers = ['between', 'viewSession', 'viewVideo', 'viewSeconds'] as const;

export const numberColumns = [...sessionNumbers, ...furtherNumbers] as const;
export type NumberColumn = (typeof numberColumns)[number];

/**
 * Lists of different values; unknown is empty. `texts` are the instants (ISO) of the last edit of a text before a session began.
 */
export const valueColumns = ['page', ...sessionDimensionNames, 'client', 'texts', 'video'] as const;
export type ValueColumn = (typeof valueColumns)[number];

/**
 * The sessions of one day by column, in the order of their visitors and starts, and the video views of each. A question reads
 * a year of them in a tenth of the time that the rows take.
 */
export interface SessionColumns {
  numbers: Record<NumberColumn, Numbers>;
  values: Record<ValueColumn, string[]>;
}

export function countOfSessions({ numbers }: SessionColumns): number {
  return numbers.visitor.length;
}

/** Where each session's pages in `between` begin, and where the last's end. */
export function startsOfPagesBetween({ numbers: { pagesBetween } }: SessionColumns): Uint32Array {
  const starts = new Uint32Array(pagesBetween.length + 1);
  for (let session = 0, start = 0; session < pagesBetween.length; session += 1) {
    start += pagesBetween[session] ?? 0;
    starts[session + 1] = start;
  }
  return starts;
}

/** The same numbers in the narrowest list. */
export function narrow(numbers: number[]): Numbers {
  let highest = 0;
  for (const number of numbers) if (number > highest) highest = number;
  if (highest < 2 ** 8) return Uint8Array.from(numbers);
  return highest < 2 ** 16 ? Uint16Array.from(numbers) : Uint32Array.from(numbers);
}

/** Gives each different value a place, in the order in which they come. */
export class ValueList {
  readonly values: string[] = [];
  private readonly places = new Map<string, number>();

  placeOf(value: string): number {
    let place = this.places.get(value);
    if (place === undefined) {
      place = this.values.push(value) - 1;
      this.places.set(value, place);
    }
    return place;
  }
}
