import { expect, it } from 'vitest';
import { isSame, partsOf, valueToSave, withDocument, withPart } from './setting-values';

it.each([
  [null, ['en'], 'From €1', { en: 'From €1' }],
  [{ en: 'a', nl: 'b' }, ['nl'], '', { en: 'a' }],
  [{ en: 'a' }, ['en'], '', null],
  ['a', [], '', null],
  [{ name: 'Anna', town: { en: 'Delft' } }, ['town', 'en'], '', { name: 'Anna' }],
  [[{ name: { en: 'a' } }, {}], ['1', 'name', 'en'], 'b', [{ name: { en: 'a' } }, { name: { en: 'b' } }]],
  [[{ name: { en: 'a' } }], ['0', 'name', 'en'], '', [{}]],
])('%j with %j as %j', (value, steps, text, now) => {
  expect(withPart(value, steps, text)).toEqual(now);
});

it.each([
  ['product', ' Voordeur ', 'Voordeur'],
  ['price', { en: ' ', nl: '' }, null],
  ['streets', [], null],
  ['streets', [{}, { name: { en: 'a ' } }], [{}, { name: { en: 'a' } }]],
  ['person', { name: 'Anna', signature: '/signature.svg' }, { name: 'Anna', signature: '/signature.svg' }],
  ['social', { nl: { facebook: 'f' } }, { en: {}, nl: { facebook: 'f' } }],
] as const)('%s %j is saved as %j', (key, value, saved) => {
  expect(valueToSave(key, value)).toEqual(saved);
});

it('values are the same whatever the order of their parts, not of their cases', () => {
  expect(isSame({ en: 'a', nl: { b: '1', c: '2' } }, { nl: { c: '2', b: '1' }, en: 'a' })).toBe(true);
  expect(isSame([{ name: 'a' }, { name: 'b' }], [{ name: 'b' }, { name: 'a' }])).toBe(false);
});

it('the parts of a value have paths', () => {
  expect(partsOf('streets', [{ name: { en: 'a' } }])).toEqual([{ path: 'streets.0.name.en', value: 'a' }]);
  expect(partsOf('daysOff', ['sunday'])).toEqual([{ path: 'daysOff', value: ['sunday'] }]);
  expect(partsOf('daysOff', null)).toEqual([]);
  expect(partsOf('colours', null)).toEqual([{ path: 'colours.set', value: 'evening' }]);
  expect(partsOf('asksName', true)).toEqual([{ path: 'asksName', value: 'yes' }]);
  expect(partsOf('asksName', false)).toEqual([]);
});

it('a document is another one in one language, and the first one again', () => {
  const first = { disclaimer: '/d-{language}.pdf', terms: '/t-{language}.pdf', privacy: '/p-{language}.pdf' };
  const uploaded = '/files/1.pdf';
  const now = withDocument(first, first, { name: 'terms', language: 'nl', path: uploaded });
  expect(now).toEqual({ ...first, terms: { en: '/t-en.pdf', nl: uploaded } });
  expect(withDocument(now, first, { name: 'terms', language: 'nl', path: '/t-nl.pdf' })).toEqual(first);
});
