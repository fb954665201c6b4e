/** Whole or fractional seconds as minutes:seconds; minutes are not turned into hours. */
export function formatWatchTime(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The city that a time zone is named after. */
export function cityOf(timeZone: string): string {
  return timeZone.replace(/^.*\//, '').replaceAll('_', ' ');
}

/** The host of a URL; the text itself when it isn't one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
