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
