const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
/** A dashboard asks for hundreds, of a few dozen places. */
const asked = new Map<string, string>();

/** What a place that is not known is called in the figures. */
export const unknownPlace = 'Unknown';

/** English name of an ISO 3166-1 alpha-2 code; `ZZ` is the worker's word for a place that is not known. */
export function countryName(code: string): string {
  if (code === 'ZZ') return unknownPlace;
  let name = asked.get(code);
  if (name === undefined) asked.set(code, (name = names.of(code) ?? code));
  return name;
}
