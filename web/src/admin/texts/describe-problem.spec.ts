import { readFileSync } from 'node:fs';
import { flattenTexts } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { checkMessage } from './check-message';
import { describeProblem, syntaxSentences } from './describe-problem';

/** As the parser's own source lists them; it exports no list. */
const parser = readFileSync(new URL(import.meta.resolve('@formatjs/icu-messageformat-parser')), 'utf8');
const kinds = [...parser.matchAll(/ErrorKind\[ErrorKind\["([A-Z_]+)"\] = \d+\]/g)].map(
  ([, name = '']) => name,
);

it('has words for everything that the parser can find wrong', () => {
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => syntaxSentences[kind] === undefined)).toEqual([]);
});

describe.each(['en', 'nl'] as const)('in %s', (language) => {
  const texts: Record<string, string> = flattenTexts(messages[language]);
  const say = (typed: string) =>
    checkMessage(typed, 'Hi {name} <b>you</b>').problems.map((problem) =>
      describeProblem(problem, (id, values) =>
        String(new IntlMessageFormat(texts[id] ?? '', language).format(values)),
      ),
    );

  it.each([
    ['Hi {name', '{na'],
    ['Hi {} you', '{na'],
    ['Hi {na me}', '{na'],
    ['Hi {name, }', '{na'],
    ['Hi {name, nonsense}', '{na'],
    ['Hi {name, number, }', 'number}'],
    ['Hi {name, number, ::%%% nonsense/}', 'number}'],
    ['Hi {name, date, ::}', '{na'],
    ['{n, plural}', '{count, plural, one {# d'],
    ['{n, plural, one}', '{count, plural, one {# d'],
    ['{n, plural, one {x}}', '{count, plural, one {# d'],
    ['{n, plural, offset:x other {x}}', 'offset:1'],
    ['{n, plural, one {x} one {y} other {z}}', ''],
    ['{n, select, a {x} a {y} other {z}}', ''],
    ['Hi <b>you', '<b>'],
    ['Hi </b>', '<b>'],
    ['Hi <b/ >', '<b>'],
    ['Hi you', '<b>'],
  ])('%s is explained without a code, with an example', (typed, example) => {
    const said = say(typed).join(' ');
    expect(said).not.toBe('');
    expect(said).not.toMatch(/[A-Z]{2,}_/);
    expect(said).toContain(example);
  });
});
