/** How many of each key. */
export type Counts = Record<string, number>;

export function add(counts: Counts, key: string, count = 1): void {
  counts[key] = (counts[key] ?? 0) + count;
}

export function sum(counts: Counts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** The counts by another key; those whose new key is null are left out. */
export function regroup(counts: Counts, newKey: (key: string) => string | null): Counts {
  const regrouped: Counts = {};
  for (const [key, count] of Object.entries(counts)) {
    const group = newKey(key);
    if (group !== null) add(regrouped, group, count);
  }
  return regrouped;
}

/** Where the two differ, one sentence each; a missing key is 0. */
export function compareCounts(what: string, recounted: Counts, found: Counts): string[] {
  const keys = [...new Set([...Object.keys(recounted), ...Object.keys(found)])].sort();
  return keys
    .filter((key) => (recounted[key] ?? 0) !== (found[key] ?? 0))
    .map((key) => `${what} ${key}: recounted ${recounted[key] ?? 0}, found ${found[key] ?? 0}`);
}
