import type { Days } from './analytics.js';
import { panels } from './session-analytics.js';
import { textLimits } from './text.js';

/** Dimensions to filter sessions by. `bot` is for bots alone, which have no sessions. */
export const filterDimensions = [...panels, 'video', 'goal', 'hour', 'suspected', 'bot'] as const;
export type FilterDimension = (typeof filterDimensions)[number];

export const filterOperators = ['is', 'is-not', 'contains'] as const;
export type FilterOperator = (typeof filterOperators)[number];

/**
 * One condition. Its value is the name of a panel's row: a path, a host, `search`, `source\nmedium\ncampaign`, `NL`,
 * `ENG`, `desktop`, `Firefox`, `Linux`, `video-1`, `question`, `0` to `23`, `yes` or `no`, `ai`; empty if unknown or
 * absent.
 */
export interface Filter {
  dimension: FilterDimension;
  operator: FilterOperator;
  value: string;
}

/** More than any screen could show. */
export const maxFilters = 20;
/** In characters: no page, host or campaign is stored longer. */
export const maxFilterValue = textLimits.page;

/**
 * A filter as the addresses of the screen and of the api have it: `?filter=country:is:NL&filter=page:contains:learn`.
 * Within a dimension, one `is` or `contains` must hold and no `is-not`; all dimensions must hold.
 */
export function writeFilter({ dimension, operator, value }: Filter): string {
  return `${dimension}:${operator}:${value}`;
}

/** The inverse of `writeFilter`; null if it isn't a filter. */
export function readFilter(text: string): Filter | null {
  const [, first, second, value] = /^([a-z]+):([a-z-]+):(.*)$/s.exec(text) ?? [];
  const dimension = filterDimensions.find((one) => one === first);
  const operator = filterOperators.find((one) => one === second);
  if (!dimension || !operator || value === undefined || value.length > maxFilterValue) return null;
  return { dimension, operator, value };
}

/** Name of a file of figures, without its extension, in ASCII: `pages-2026-07-01-2026-07-31-country-is-NL`. */
export function nameOfFile(name: string, { from, to }: Days, filters: Filter[] = []): string {
  const said = filters.map((filter) => writeFilter(filter).replaceAll(/[^A-Za-z0-9]+/g, '-'));
  return [name, from, to, ...said].join('-').slice(0, 120).replaceAll(/^-|-$/g, '');
}
