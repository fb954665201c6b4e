export interface SpokenLength {
  value: number;
  unit: 'second' | 'minute';
}

/** A length in the unit that people would use: 12 seconds, 3 minutes. */
export function inSpokenUnit(seconds: number): SpokenLength {
  return seconds < 90
    ? { value: Math.round(seconds), unit: 'second' }
    : { value: Math.round(seconds / 60), unit: 'minute' };
}

/** Whole or fractional seconds as minutes:seconds; minutes are not turned into hours. */
export function formatWatchTime(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The host of a URL; the text itself when it isn't one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
