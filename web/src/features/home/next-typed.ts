import { timings } from '../../config/timings';

export interface Typed {
  sentence: number;
  /** How many are there; more than the sentence has is all of them. */
  letters: number;
}

/** What stands there next, and after how many milliseconds: a letter more, or, once held, nothing, then the next one. */
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
