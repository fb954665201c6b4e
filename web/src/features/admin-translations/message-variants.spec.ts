import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, it } from 'vitest';
import { closestVariant, hasWords, patternOf, valuesIn, variantsOf, writeRun } from './message-variants';

/** The values of a text that a message has made, and that of another message with them. */
function rewrite(message: string, said: string, next: string): string | undefined {
  for (const { cases, runs } of variantsOf(parse(message))) {
    const [run = []] = runs;
    const match = patternOf(run).exec(said);
    if (!match) continue;
    return writeRun(closestVariant(variantsOf(parse(next)), cases)?.runs[0] ?? [], valuesIn(run, match));
  }
  return undefined;
}

it.each([
  ['plain words', 'Come in.', ' Come in.\n', 'Hello', 'Hello'],
  ['signs of patterns', 'Free? (yes)', 'Free? (yes)', 'No', 'No'],
  ['a value', 'Row {row} by now', 'Row 14 by now', 'By now: {row}', 'By now: 14'],
  ['a formatted value', 'On {day, date, long}.', 'On 3 May 2026.', '{day, date, long}', '3 May 2026'],
  [
    'a plural',
    '{n, plural, one {# row} other {# rows}}',
    '1 row',
    '{n, plural, one {# line} other {# lines}}',
    '1 line',
  ],
  [
    'its other case',
    '{n, plural, one {# row} other {# rows}}',
    '7 rows',
    '{n, plural, one {# line} other {# lines}}',
    '7 lines',
  ],
  [
    'a select',
    '{w, select, yes {on {day}} other {soon}}',
    'on Monday',
    '{w, select, yes {by {day}} other {then}}',
    'by Monday',
  ],
])('%s', (_, message, said, next, now) => {
  expect(rewrite(message, said, next)).toBe(now);
});

it('does not take other words for it', () => {
  expect(rewrite('Come in.', 'Come in. Leave', 'x')).toBeUndefined();
});

it('cuts a message at its tags, and takes one case of a choice throughout', () => {
  const runsOf = (text: string) =>
    variantsOf(parse(text)).map(({ runs }) => runs.map((run) => writeRun(run, {})));
  expect(runsOf('<a>Read</a> the {x} <b>now</b>')).toEqual([['Read', ' the {x} ', 'now']]);
  expect(runsOf('{a, select, x {1} other {2}}{a, select, x {one} other {two}}')).toEqual([
    ['1one'],
    ['2two'],
  ]);
});

it('is not found by its values alone', () => {
  const [variant] = variantsOf(parse('{day} {time}'));
  expect(variant?.runs.some(hasWords)).toBe(false);
});
