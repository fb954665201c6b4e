import { localeOf, perLanguage, type TextLanguage } from '@voordeur/contracts/http';

/** Lengths are about the same up to this many times the shortest. */
const alike = 1.5;

/**
 * Summary of all videos' lengths, in seconds. `about` is null where they differ too much, `longest` 0 where none is
 * known.
 */
export function compareLengths(lengths: (number | undefined)[]) {
  const known = lengths.filter((length) => length !== undefined);
  const longest = Math.max(0, ...known);
  const isAlike = known.length === lengths.length && longest <= alike * Math.min(...known);
  return { longest, about: isAlike ? known.reduce((sum, length) => sum + length, 0) / known.length : null };
}

/**
 * A length in the unit that people would use, in each language of the site: "12 seconds", "3 minuten". Words of the build,
 * because `Intl` takes 40 to 120 ms for the first number of a page (two slow cores).
 */
export function spokenLength(seconds: number): Record<TextLanguage, string> {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  return perLanguage((language) =>
    new Intl.NumberFormat(localeOf(language), {
      ...{ style: 'unit', unit, unitDisplay: 'long' },
      maximumFractionDigits: 0,
    }).format(value),
  );
}
