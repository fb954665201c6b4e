export interface SpokenLength {
  value: number;
  unit: 'second' | 'minute';
}

/** A length in the unit that a person says it in: 12 seconds, 3 minutes. */
export function inSpokenUnit(seconds: number): SpokenLength {
  return seconds < 90
    ? { value: Math.round(seconds), unit: 'second' }
    : { value: Math.round(seconds / 60), unit: 'minute' };
}

/** Whole seconds as minutes:seconds. */
export function formatWatched(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
