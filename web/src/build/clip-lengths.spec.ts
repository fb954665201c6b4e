import { expect, it } from 'vitest';
import { compareLengths, spokenLength } from './clip-lengths';

it.each([
  [[12, 12, 12], { about: 12, longest: 12 }],
  [[100, 140, 150], { about: 130, longest: 150 }],
  [[60, 600], { about: null, longest: 600 }],
  [[12, undefined], { about: null, longest: 12 }],
  [[undefined], { about: null, longest: 0 }],
])('%j gives %j', (lengths, said) => {
  expect(compareLengths(lengths)).toEqual(said);
});

it.each([
  [1, '1 second', '1 seconde'],
  [12, '12 seconds', '12 seconden'],
  [89.6, '90 seconds', '90 seconden'],
  [90, '2 minutes', '2 minuten'],
  [605, '10 minutes', '10 minuten'],
])('%d seconds are spoken as %s', (seconds, en, nl) => {
  expect(spokenLength(seconds)).toEqual({ en, nl });
});
