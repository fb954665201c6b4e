import type { MeasuredCapacity } from '../http/capacity.js';

/** Where `settings` has what `make measure-capacity` found. */
export const capacitySetting = 'capacity';

/** Read from `settings`; null before the first measurement. */
export function parseCapacity(value: string | undefined): MeasuredCapacity | null {
  return value === undefined ? null : (JSON.parse(value) as MeasuredCapacity);
}
