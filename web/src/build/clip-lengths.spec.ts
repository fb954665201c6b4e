import { expect, it } from 'vitest';
import { compareLengths } from './clip-lengths';

it.each([
  [[12, 12, 12], { about: 12, longest: 12 }],
  [[100, 140, 150], { about: 130, longest: 150 }],
  [[60, 600], { about: null, longest: 600 }],
  [[12, undefined], { about: null, longest: 12 }],
  [[undefined], { about: null, longest: 0 }],
])('%j gives %j', (lengths, said) => {
  expect(compareLengths(lengths)).toEqual(said);
});
