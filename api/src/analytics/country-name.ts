const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
/** One dashboard needs hundreds of names of a few dozen countries. */
const cache = new Map<string, string>();

/** The name of an unknown place in the figures. */
export const unknownPlace = 'Unknown';

/** English name of an ISO 3166-1 alpha-2 code; the worker stores `ZZ` if the country is unknown. */
export function countryName(code: string): string {
  if (code === 'ZZ') return unknownPlace;
  let name = cache.get(code);
  if (name === undefined) cache.set(code, (name = names.of(code) ?? code));
  return name;
}
