const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** What a place that is not known is called in the figures. */
export const unknownPlace = 'Unknown';

/** English name of an ISO 3166-1 alpha-2 code; `ZZ` is the worker's word for a place that is not known. */
export function countryName(code: string): string {
  return code === 'ZZ' ? unknownPlace : (names.of(code) ?? code);
}
