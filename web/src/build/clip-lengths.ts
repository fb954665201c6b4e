/** What can be said about the lengths of all videos: about how long each is, in seconds, or null. */
export interface ClipLengths {
  about: number | null;
  /** Of the longest; 0 where none is known. */
  longest: number;
}

/** A length is "about" the same up to this many times the shortest. */
const alike = 1.5;

export function compareLengths(lengths: (number | undefined)[]): ClipLengths {
  const known = lengths.filter((length) => length !== undefined);
  const longest = Math.max(0, ...known);
  const isAlike = known.length === lengths.length && longest <= alike * Math.min(...known);
  return { longest, about: isAlike ? known.reduce((sum, length) => sum + length, 0) / known.length : null };
}
