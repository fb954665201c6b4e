import { hasChanged } from '@voordeur/server';

/** A site whose rate of leads is `rate`, of which so many sessions were counted before an edit that multiplies it by `lift`. */
export interface EditedSite {
  rate: number;
  sessionsBefore: number;
  lift: number;
}

/**
 * After how many sessions each of so many edits was first called likely better or worse, by looking after every session; an edit
 * that wasn't within `sessionsAfter` is null. The same ones for the same seed.
 */
export function simulateEdits(
  { rate, sessionsBefore, lift }: EditedSite,
  { edits, sessionsAfter, seed }: { edits: number; sessionsAfter: number; seed: number },
): (number | null)[] {
  const random = randomNumbers(seed);
  return Array.from({ length: edits }, () => {
    const before = { sessions: sessionsBefore, leads: 0 };
    for (let session = 0; session < sessionsBefore; session += 1) if (random() < rate) before.leads += 1;
    const after = { sessions: 0, leads: 0 };
    while (after.sessions < sessionsAfter) {
      after.sessions += 1;
      if (random() < rate * lift) after.leads += 1;
      if (hasChanged(before, after)) return after.sessions;
    }
    return null;
  });
}

/** The share of edits that were called something within so many sessions. */
export function shareFound(found: (number | null)[], sessions: number): number {
  return found.filter((at) => at !== null && at <= sessions).length / found.length;
}

/** 0 to 1: "mulberry32" by T. Ettinger, because Math.random takes no seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
