import {
  bitsOfGoal,
  type CountedGoal,
  type GoalDimension,
  goalDimensions,
  type GoalRows,
  pagePaths,
  sessionDimensionNames,
  sourceClasses,
} from '@voordeur/contracts/http';
import { type Numbers, type SessionColumns } from '@voordeur/server';
import { sawPage } from './filter-sessions.js';
import { goalRate } from './goal-rate.js';
import type { SessionDay } from './session-days.js';
import { countPages, countPlaces, ValueCounts } from './value-counts.js';

/** How many sessions reached the same goals. */
export interface GoalsTogether {
  /** As `goalBit` has them. */
  bits: number;
  /** Whether learn or booking was among their pages. */
  sawForms: boolean;
  sessions: number;
}

const formPages = [...pagePaths.learn, ...pagePaths.booking];
const sawForms = sawPage((page) => formPages.includes(page));

/** Counts how many sessions reached a goal, a day at a time, by dimension, and which goals were reached together. */
export class GoalCounts {
  private readonly bits: number;
  private readonly byGoals = new Map<string, GoalsTogether>();
  private readonly dimensions = Object.fromEntries(
    goalDimensions.map((dimension) => [dimension, new ValueCounts()]),
  ) as Record<GoalDimension, ValueCounts>;

  constructor(goal: CountedGoal) {
    this.bits = bitsOfGoal(goal);
  }

  get together(): GoalsTogether[] {
    return [...this.byGoals.values()];
  }

  /** `kept` are the places of those sessions that count. */
  add({ columns }: SessionDay, kept: Uint32Array): void {
    const { numbers, values } = columns;
    const reached = kept.filter((session) => ((numbers.goals[session] ?? 0) & this.bits) !== 0);
    const addTo = (
      dimension: GoalDimension,
      list: readonly string[],
      count: (of: Uint32Array) => Uint32Array,
    ) => {
      this.dimensions[dimension].add(list, count(kept), count(reached));
    };
    const placesOf =
      (places: Numbers, { length }: { length: number }) =>
      (of: Uint32Array) =>
        countPlaces(places, of, length);
    for (const dimension of sessionDimensionNames)
      addTo(dimension, values[dimension], placesOf(numbers[dimension], values[dimension]));
    addTo('source', sourceClasses, placesOf(numbers.source, sourceClasses));
    addTo('entry', values.page, placesOf(numbers.entry, values.page));
    addTo('page', values.page, (of) => countPages(columns, of).sessions);
    this.addTogether(columns, kept);
  }

  get rates(): Record<GoalDimension, GoalRows> {
    return Object.fromEntries(
      goalDimensions.map((dimension) => {
        const { rows, more } = this.dimensions[dimension].ranked();
        const rates = rows.map(({ value, sessions, weight }) => ({
          ...{ value, sessions },
          ...goalRate(weight, sessions),
        }));
        return [dimension, { rows: rates, more }];
      }),
    ) as Record<GoalDimension, GoalRows>;
  }

  private addTogether(columns: SessionColumns, kept: Uint32Array): void {
    const isOfForms = sawForms(columns);
    for (const session of kept) {
      const bits = columns.numbers.goals[session] ?? 0;
      const saw = isOfForms[session] === 1;
      const key = `${bits} ${saw}`;
      const together = this.byGoals.get(key) ?? { bits, sawForms: saw, sessions: 0 };
      together.sessions += 1;
      this.byGoals.set(key, together);
    }
  }
}
