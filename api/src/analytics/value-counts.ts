import { maxPanelRows } from '@voordeur/contracts/http';
import { type Numbers, type SessionColumns, startsOfPagesBetween } from '@voordeur/server';

/** Counts for one value. */
export interface ValueCount {
  value: string;
  sessions: number;
  /** Values are ranked by this: page views for pages, sessions that reached the goal for goals, otherwise sessions. */
  weight: number;
}

/** Sessions by the values of one column, summed over days whose lists of values differ. */
export class ValueCounts {
  private readonly counts = new Map<string, ValueCount>();

  /** `sessions` and `weights` are by the places of `values`. */
  add(values: readonly string[], sessions: Uint32Array, weights = sessions): void {
    for (const [place, count] of sessions.entries()) {
      const weight = weights[place] ?? 0;
      if (count > 0 || weight > 0) this.addTo(values[place] ?? '', count, weight);
    }
  }

  get values(): string[] {
    return [...this.counts.keys()];
  }

  /** The same counts with each value renamed by `nameOf`. */
  renamed(nameOf: (value: string) => string): ValueCounts {
    const renamed = new ValueCounts();
    for (const { value, sessions, weight } of this.counts.values())
      renamed.addTo(nameOf(value), sessions, weight);
    return renamed;
  }

  ranked(): RankedValues {
    const rows = [...this.counts.values()].sort(
      (a, b) => b.weight - a.weight || b.sessions - a.sessions || (a.value < b.value ? -1 : 1),
    );
    return { rows: rows.slice(0, maxPanelRows), more: Math.max(0, rows.length - maxPanelRows) };
  }

  private addTo(value: string, sessions: number, weight: number): void {
    const count = this.counts.get(value);
    if (count) {
      count.sessions += sessions;
      count.weight += weight;
    } else this.counts.set(value, { value, sessions, weight });
  }
}

/** Counts the kept sessions per place of a list of `length` values. */
export function countPlaces(places: Numbers, kept: Uint32Array, length: number): Uint32Array {
  const counts = new Uint32Array(length);
  for (const session of kept) addOne(counts, places[session]);
  return counts;
}

/** How many of the kept sessions saw each page, and how often they did. */
export function countPages(
  columns: SessionColumns,
  kept: Uint32Array,
): { sessions: Uint32Array; views: Uint32Array } {
  const { entry, exit, pageViews, between } = columns.numbers;
  const starts = startsOfPagesBetween(columns);
  const length = columns.values.page.length;
  const [sessions, views] = [new Uint32Array(length), new Uint32Array(length)];
  for (const session of kept) {
    const [first, last] = [entry[session], exit[session]];
    addOne(sessions, first);
    addOne(views, first);
    // A session of one page view has it as its entry and its exit.
    if (pageViews[session] === 1) continue;
    addOne(views, last);
    if (last !== first) addOne(sessions, last);
    const end = starts[session + 1] ?? 0;
    let previous;
    for (let view = starts[session] ?? 0; view < end; view += 1) {
      const page = between[view];
      addOne(views, page);
      // They are in order, so the same ones lie side by side.
      if (page !== first && page !== last && page !== previous) addOne(sessions, page);
      previous = page;
    }
  }
  return { sessions, views };
}

function addOne(counts: Uint32Array, place = 0): void {
  counts[place] = (counts[place] ?? 0) + 1;
}

export interface RankedValues {
  /** The highest weights first, at most `maxPanelRows`. */
  rows: ValueCount[];
  /** Values that aren't listed. */
  more: number;
}
