import crawlers from 'crawler-user-agents';
import { describe, expect, it } from 'vitest';
import { detectBot, makeDetector } from './detect-bot.js';
import { ordinaryBrowsers } from './ordinary-browsers.js';
import { droppedCrawlerPatterns } from './person-rules.js';
import { readBotList } from './read-bot-list.js';

const list = (...patterns: string[]) => JSON.stringify(patterns.map((pattern) => ({ pattern })));
const [, , browser = ''] = ordinaryBrowsers;
const judge = (text: string, agent: string) =>
  makeDetector(readBotList(text))({ userAgent: `${browser} ${agent}`, page: '/' });

it('reads the public list, of which everything is bundled or left out on purpose', () => {
  expect(readBotList(JSON.stringify(crawlers))).toEqual([]);
});

it('reads every pattern of the public list where it is new', () => {
  const newer = crawlers.map(({ pattern }) => `${pattern}\\/new`);
  expect(readBotList(list(...newer))).toHaveLength(crawlers.length);
});

it('never brings back what is left out because it matches people', () => {
  const text = list(...droppedCrawlerPatterns.map(({ pattern }) => pattern));
  for (const { example } of droppedCrawlerPatterns)
    expect(makeDetector(readBotList(text))({ userAgent: example, page: '/' })).toBeNull();
});

it.each([
  ['ExampleOne', 'ExampleOne/2', 'ExampleOne'],
  ['Example\\.Two\\/\\d', 'Example.Two/9', 'Example.Two/9'],
  ['[eE]xampleThree', 'exampleThree', 'exampleThree'],
  ['Example(Four|Five)[\\s\\S]*nl$', 'ExampleFive; nl', 'ExampleFive; nl'],
])('%s', (pattern, agent, name) => {
  expect(detectBot({ userAgent: `${browser} ${agent}`, page: '/' })).toBeNull();
  expect(judge(list(pattern), agent)).toMatchObject({ reason: 'user-agent', name });
  expect(judge(list(pattern), 'Other/1')).toBeNull();
});

describe('a list is refused', () => {
  it.each([
    ['no JSON', '<html>', /JSON/],
    ['no array', '{"pattern":"a"}', /not an array/],
    ['an entry without a pattern', '[{"pattern":"ExampleOne"},{}]', /entry 2 has no pattern/],
    ['an entry that is nothing', '[null]', /entry 1 has no pattern/],
    ['an empty pattern', list(''), /entry 1 has no pattern/],
    ['tags that are no texts', '[{"pattern":"ExampleOne","tags":[1]}]', /tags of ExampleOne/],
    ['what is no pattern', list('Example('), /missing/],
    ['what only backtracking could match', list('(a)\\1'), /escape/],
    ['a pattern that looks ahead', list('Example(?!One)'), /Perl syntax/],
    ['a pattern written out a thousand times', list('(Example){1000}'), /has a \{/],
    ['a pattern that is very long', list('a'.repeat(201)), /more than 200 characters/],
    ['a pattern that most browsers match', list('ExampleOne', 'Mozilla'), /the browsers of people/],
    ['one that everything matches', list('.*'), /the browsers of people/],
    [
      'too many entries',
      list(...Array.from({ length: 5_001 }, (_, index) => `Example${index}`)),
      /5000 entries/,
    ],
    [
      'too many that branch',
      list(...Array.from({ length: 201 }, (_, index) => `Example${index}+`)),
      /200 patterns/,
    ],
    ['too many bytes', `["${'a'.repeat(5_000_000)}"]`, /5000000 bytes/],
  ])('with %s', (_what, text, reason) => {
    expect(() => readBotList(text)).toThrow(reason);
  });
});

it('costs little time for any pattern and agent', () => {
  const patterns = [
    '(a+)+b',
    '(a|a)*b',
    '(?:a*)*b',
    '([a-z]+)*\\d$',
    '(.*)(.*)(.*)(.*)b',
    '^(([a-z])+.)+[A-Z]$',
  ];
  const detect = makeDetector(readBotList(list(...patterns.map((pattern) => `Example${pattern}`))));
  const before = process.cpuUsage();
  for (const piece of ['a', 'aA', 'a ', 'Example', 'Examplea'])
    detect({ userAgent: `${browser} Example${piece.repeat(2_000)}!`, page: '/' });
  const { user, system } = process.cpuUsage(before);
  // With a RegExp the first of them alone doesn't end.
  expect((user + system) / 1_000).toBeLessThan(500);
});
