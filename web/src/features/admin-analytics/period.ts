import {
  comparisons,
  maxRangeDays,
  rangeNames,
  type Comparison,
  type Days,
  type RangeName,
} from '@voordeur/contracts/http';

/** What the screen shows, and what that is compared with. All of it is in the address. */
export interface Period {
  range: RangeName | Days;
  comparison: Comparison;
}

const usual: Period = { range: '30d', comparison: 'before' };

/** The period in the query of an address; what it doesn't say, or says wrong, is as usual. */
export function readPeriod(search: URLSearchParams): Period {
  const name = rangeNames.find((one) => one === search.get('last'));
  const days = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  return {
    range: name ?? (faultOfDays(days) === null ? days : usual.range),
    comparison: comparisons.find((one) => one === search.get('compare')) ?? usual.comparison,
  };
}

/** The query that says so, of the screen and of the api alike. */
export function searchOf({ range, comparison }: Period): string {
  const query = new URLSearchParams(typeof range === 'string' ? { last: range } : { ...range });
  if (comparison !== usual.comparison) query.set('compare', comparison);
  return `?${query}`;
}

/** What is wrong with days that somebody chose; null: nothing. */
export function faultOfDays({ from, to }: Days): 'missing' | 'order' | 'too-many' | null {
  if (!isDay(from) || !isDay(to)) return 'missing';
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days < 1) return 'order';
  return days > maxRangeDays ? 'too-many' : null;
}

function isDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}
