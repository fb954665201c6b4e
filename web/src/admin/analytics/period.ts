import {
  comparisons,
  maxRangeDays,
  rangeNames,
  readFilter,
  writeFilter,
  type Comparison,
  type Days,
  type Filter,
  type RangeName,
} from '@voordeur/contracts/http';
import { createContext, use, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usualRange } from './first-reads';

/** The screen's period, the period compared with, and the filters of sessions and bots. All of it is in the address. */
export interface Period {
  range: RangeName | Days;
  comparison: Comparison;
  filters: Filter[];
}

const usual: Period = { range: usualRange, comparison: 'before', filters: [] };

/** The period in the query of an address; missing or invalid parts get their defaults. */
export function readPeriod(search: URLSearchParams): Period {
  const name = rangeNames.find((one) => one === search.get('last'));
  const days = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  return {
    range: name ?? (faultOfDays(days) === null ? days : usual.range),
    comparison: comparisons.find((one) => one === search.get('compare')) ?? usual.comparison,
    filters: search
      .getAll('filter')
      .map(readFilter)
      .filter((filter) => filter !== null),
  };
}

/** The one period of a shared view; null on the owner's screen, whose address chooses. */
export const FixedPeriod = createContext<Period | null>(null);

/** The shared view's period, else the address's. */
export function usePeriod(): Period {
  const fixed = use(FixedPeriod);
  const [search] = useSearchParams();
  return useMemo(() => fixed ?? readPeriod(search), [fixed, search]);
}

/** The query that says so, of the screen and of the api alike. */
export function searchOf({ range, comparison, filters }: Period): string {
  const query = new URLSearchParams(typeof range === 'string' ? { last: range } : { ...range });
  if (comparison !== usual.comparison) query.set('compare', comparison);
  for (const filter of filters) query.append('filter', writeFilter(filter));
  // A query may hold these two as they are, and reads better so.
  return `?${query.toString().replaceAll('%3A', ':').replaceAll('%2F', '/')}`;
}

/** With this filter, or without it where it's set. */
export function toggleFilter(period: Period, filter: Filter): Period {
  const filters = hasFilter(period, filter)
    ? period.filters.filter((one) => !isSame(one, filter))
    : [...period.filters, filter];
  return { ...period, filters };
}

export function hasFilter({ filters }: Period, filter: Filter): boolean {
  return filters.some((one) => isSame(one, filter));
}

function isSame(one: Filter, other: Filter): boolean {
  return writeFilter(one) === writeFilter(other);
}

/** With the filters of sessions alone. Sessions and bots have calls of their own, each of which refuses the other's filters. */
export function ofSessions(period: Period): Period {
  return { ...period, filters: period.filters.filter(({ dimension }) => dimension !== 'bot') };
}

export function ofBots(period: Period): Period {
  return { ...period, filters: period.filters.filter(({ dimension }) => dimension === 'bot') };
}

/** Figures are then of sessions, not of page views. */
export function isFiltered(period: Period): boolean {
  return ofSessions(period).filters.length > 0;
}

/** The problem with days that somebody chose; null: none. */
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
