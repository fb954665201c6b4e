import { parse } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, it } from 'vitest';
import { markMessage, markOf, marksIn, withoutMarks } from './marked-elements';

it.each([0, 1, 1_337, 4_095])('%i is read back, and leaves nothing behind', (number) => {
  const shown = `${markOf(number)}Kom binnen`;
  expect(marksIn(shown)).toEqual([number]);
  expect(withoutMarks(shown)).toBe('Kom binnen');
});

it('reads a text in a text, and several in a row', () => {
  const shown = `${markOf(3)}I reply within ${markOf(900)}24 hours. ${markOf(7)}Come in.`;
  expect(marksIn(shown)).toEqual([3, 900, 7]);
  expect(withoutMarks(shown)).toBe('I reply within 24 hours. Come in.');
});

it('makes nothing of half a mark, and takes it away', () => {
  for (let letters = 1; letters < markOf(9).length; letters += 1) {
    const shown = markOf(9).slice(0, letters);
    expect(marksIn(shown)).toEqual([]);
    expect(withoutMarks(shown)).toBe('');
  }
});

it('says of each line of a message which it is, with its values in it', () => {
  const message = markMessage(parse('Hello {name}\nand <b>welcome</b>'), 12);
  const shown = new IntlMessageFormat(message, 'en').format<string>({
    name: 'you',
    b: (parts) => parts.join('').toUpperCase(),
  });
  const lines = String(shown).split('\n');
  expect(lines.map(marksIn)).toEqual([[12], [12]]);
  expect(lines.map(withoutMarks)).toEqual(['Hello you', 'and WELCOME']);
});
