import { expect, it } from 'vitest';
import { checkMessage } from './check-message';

const place = (offset: number, line = 1, column = offset + 1) => ({ offset, line, column });

it.each([
  ['an open brace', 'Hi {name', 'Hi {name}', 'syntax', 'EXPECT_ARGUMENT_CLOSING_BRACE', place(3)],
  [
    'an open brace, a line on',
    'Hi\n{name',
    'Hi {name}',
    'syntax',
    'EXPECT_ARGUMENT_CLOSING_BRACE',
    place(3, 2, 1),
  ],
  ['an open tag', 'Hi <b>you', 'Hi <b>you</b>', 'syntax', 'UNCLOSED_TAG', place(3)],
  ['nothing but space', '  \n', 'Hi', 'blank', '', undefined],
  ['a lost placeholder', 'Hi', 'Hi {name}', 'missing-argument', 'name', undefined],
  ['a new placeholder', 'Hi {name}', 'Hi', 'unknown-argument', 'name', place(3)],
  ['a lost tag', 'Hi you', 'Hi <b>you</b>', 'missing-tag', 'b', undefined],
  ['a new tag', 'Hi <b>you</b>', 'Hi you', 'unknown-tag', 'b', place(3)],
  [
    'a lost placeholder in a branch',
    '{n, plural, other {x}}',
    '{n, plural, other {{a}}}',
    'missing-argument',
    'a',
    undefined,
  ],
])('%s', (_, text, builtIn, fault, name, at) => {
  expect(checkMessage(text, builtIn).problems).toEqual([{ fault, name, ...(at && { place: at }) }]);
});

it('takes other words around the same placeholders, in any order', () => {
  expect(checkMessage('<b>Dag</b>, {name} ({n})', '{n} {name} <b>x</b>').problems).toEqual([]);
});
