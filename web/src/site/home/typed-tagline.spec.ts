import { expect, it } from 'vitest';
import { nextTyped, type Typed } from './typed-tagline';

it('types a letter each 80 ms, holds 3 s, clears, pauses 800 ms, and goes round', () => {
  const seen: [Typed, number][] = [];
  let typed: Typed = { sentence: 0, letters: 1 };
  for (let step = 0; step < 6; step += 1) {
    const { next, afterMs } = nextTyped(typed, [2, 1]);
    seen.push([next, afterMs]);
    typed = next;
  }
  expect(seen).toEqual([
    [{ sentence: 0, letters: 2 }, 80],
    [{ sentence: 1, letters: 0 }, 3_000],
    [{ sentence: 1, letters: 1 }, 800],
    [{ sentence: 0, letters: 0 }, 3_000],
    [{ sentence: 0, letters: 1 }, 800],
    [{ sentence: 0, letters: 2 }, 80],
  ]);
});
