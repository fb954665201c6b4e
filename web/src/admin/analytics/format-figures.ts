import { isOwnHost } from '@voordeur/contracts/http';
import { hostOf } from '../../lib/format';

/** 7 as `07:00`. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** 7 as `07:00–08:00`. */
export function formatHours(hour: number): string {
  return `${formatHour(hour)}–${formatHour((hour + 1) % 24)}`;
}

/** The entries of a map of counts, largest first, equal ones by name. */
export function largestFirst(counts: Record<string, number>): [name: string, count: number][] {
  return Object.entries(counts).sort(([a, n], [b, m]) => m - n || a.localeCompare(b, 'en'));
}

/** City and country on one line, without unknown parts. */
export function formatPlace(city: string, country: string): string {
  const known = [city, country].filter((part) => part !== '' && part !== 'Unknown');
  return known.length === 0 ? 'Unknown' : known.join(', ');
}

export type RefererLabel = 'direct' | 'internal' | 'external';

/** How a visitor came: with no referer, from a page of `ownHost` (host and port), or from elsewhere. */
export function labelReferer(referer: string, ownHost: string): RefererLabel {
  if (referer === 'Direct' || referer === '') return 'direct';
  return isOwnHost(hostOf(referer), ownHost) ? 'internal' : 'external';
}
