import { timings } from '../../config/timings';

export interface Typed {
  sentence: number;
  /** How many are shown; all of them when it's more than the sentence has. */
  letters: number;
}

/** The next thing to show, and when: one more letter; after a whole sentence nothing, then the following sentence. */
export function nextTyped({ sentence, letters }: Typed, lengths: number[]): { next: Typed; afterMs: number } {
  const following = (sentence + 1) % lengths.length;
  if (letters >= (lengths[sentence] ?? 0)) {
    return { next: { sentence: following, letters: 0 }, afterMs: timings.typedHoldMs };
  }
  return {
    next: { sentence, letters: letters + 1 },
    afterMs: letters === 0 ? timings.typedPauseMs : timings.typedLetterMs,
  };
}
