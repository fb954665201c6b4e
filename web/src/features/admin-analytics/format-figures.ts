/** Whole or fractional seconds as minutes:seconds; minutes are not turned into hours. */
export function formatWatchTime(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** 7 as `07:00`. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** The entries of a map of counts, largest first, equal ones by name. */
export function largestFirst(counts: Record<string, number>): [name: string, count: number][] {
  return Object.entries(counts).sort(([a, n], [b, m]) => m - n || a.localeCompare(b, 'en'));
}

/** City and country as one line, without what is not known. */
export function formatPlace(city: string, country: string): string {
  const known = [city, country].filter((part) => part !== '' && part !== 'Unknown');
  return known.length === 0 ? 'Unknown' : known.join(', ');
}
