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
