import { describe, expect, it } from 'vitest';
import { builtInTexts } from './read-texts.js';
import { checkMessage } from './check-message.js';

const builtIn = 'Read <a>the terms</a>, {name}';
const check = (text: string) => checkMessage(text, builtIn, 'en');

describe('a message that the site can show', () => {
  it.each([
    'Dear {name}: <a>the terms</a>',
    '<a>{name}</a>',
    '<a>a</a> <a>b</a> {name} {name}',
    "'{'name'}' is <a>{name}</a>",
    '{name, select, Jo {<a>hi</a>} other {{name}}}',
    '<a>{name}</a> 1 < 2, a > b & <3',
    'tekst\nover <a>twee</a>\nregels {name} 🚪',
  ])('%s', (text) => {
    expect(check(text)).toEqual([]);
  });

  it('each built-in one', () => {
    for (const [language, texts] of Object.entries(builtInTexts)) {
      const wrong = Object.values(texts).filter((text) => checkMessage(text, text, language).length > 0);
      expect(wrong).toEqual([]);
    }
  });
});

describe('a message that it cannot', () => {
  it.each([
    ['<a>x</a> {name', 'syntax', 'EXPECT_ARGUMENT_CLOSING_BRACE', { offset: 9, line: 1, column: 10 }],
    ['<a>x {name}', 'syntax', 'UNCLOSED_TAG', { offset: 0, line: 1, column: 1 }],
    ['een\ntwee {name} <a>x</b>', 'syntax', 'UNMATCHED_CLOSING_TAG', { offset: 22, line: 2, column: 19 }],
    ['{n, plural, one {x}}', 'syntax', 'MISSING_OTHER_CLAUSE', { offset: 19, line: 1, column: 20 }],
    ['<a>x</a>', 'missing-argument', 'name', undefined],
    ['{name}', 'missing-tag', 'a', undefined],
    ['<a>x</a> {name} {naam}', 'unknown-argument', 'naam', { offset: 16, line: 1, column: 17 }],
    ['<a>x</a> {name} <b>y</b>', 'unknown-tag', 'b', { offset: 16, line: 1, column: 17 }],
    ['<a></a>{name, date, short}', 'cannot-be-formatted', '', undefined],
    [
      '<a></a>{name, select, a {{name, number, ::currency/EU}} other {x}}',
      'cannot-be-formatted',
      '',
      undefined,
    ],
  ])('%s', (text, fault, name, place) => {
    expect(check(text)).toMatchObject([{ field: 'value', fault, name, ...(place && { place }) }]);
    expect(check(text)[0]?.place).toEqual(place);
  });

  it.each([' ', '\n\t', '\u00a0'])('one that says nothing (%j)', (text) => {
    expect(checkMessage(text, 'Text', 'en')).toMatchObject([{ fault: 'blank' }]);
  });

  it('with all that is wrong at once', () => {
    expect(check('{naam} <b>x</b>').map(({ fault, name }) => `${fault} ${name}`)).toEqual([
      'missing-argument name',
      'unknown-argument naam',
      'missing-tag a',
      'unknown-tag b',
    ]);
  });
});
