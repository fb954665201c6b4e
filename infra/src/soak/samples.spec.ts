import { expect, it } from 'vitest';
import { growth } from './samples.js';

const minutes = Array.from({ length: 720 }, (_, index) => index / 12);
/** Up by 30 MB, down again as garbage is collected. */
const sawtooth = (minute: number) => 30 * ((minute * 1.7) % 1);
const warmUp = (minute: number) => 100 * Math.min(1, minute / 10);

it('is 1 for memory that only warms up and goes up and down', () => {
  const memory = minutes.map((minute) => 250 + warmUp(minute) + sawtooth(minute));
  expect(growth(memory)).toBeCloseTo(1, 2);
});

it('shows a leak of a megabyte a minute among it', () => {
  const memory = minutes.map((minute) => 250 + warmUp(minute) + sawtooth(minute) + minute);
  expect(growth(memory)).toBeGreaterThan(1.05);
});
