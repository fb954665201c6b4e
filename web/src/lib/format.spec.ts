import { expect, it } from 'vitest';
import { inSpokenUnit } from './format';

it.each([
  [12, 12, 'second'],
  [89, 89, 'second'],
  [90, 2, 'minute'],
  [605, 10, 'minute'],
] as const)('%d s is %d %ss', (seconds, value, unit) => {
  expect(inSpokenUnit(seconds)).toEqual({ value, unit });
});
