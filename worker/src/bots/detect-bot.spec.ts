import { createIsbotFromList, list as isbotPatterns } from 'isbot';
import crawlers from 'crawler-user-agents';
import { describe, expect, it } from 'vitest';
import { botRules, headlessRules } from './bot-rules.js';
import { listedCrawlers } from './listed-crawlers.js';
import { droppedCrawlerPatterns, droppedIsbotPatterns, harmlessParts } from './person-rules.js';
import { ownCrawlers } from './own-crawlers.js';
import { ordinaryBrowsers } from './ordinary-browsers.js';
import { isProbe, probePaths } from './probe-paths.js';
import { detectBot } from './detect-bot.js';

const isListedCrawler = (agent: string) => listedCrawlers.some(({ pattern }) => pattern.test(agent));
const detect = (userAgent: string, page = '/nl') => detectBot({ userAgent, page });
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const headless = chrome.replace('Chrome/', 'HeadlessChrome/');

describe('people', () => {
  it.each([
    ...ordinaryBrowsers,
    `${chrome} WhatsApp/2.2540.0`,
    `${chrome} Edg/141.0.0.0 WhatsApp/2.2540.0`,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Feedly/160.0',
  ])('%s', (agent) => {
    expect(detect(agent)).toBeNull();
  });
});

describe('no agent', () => {
  it.each(['', '-', ' ', '\t ', '"-"'])('%j', (agent) => {
    expect(detect(agent)).toEqual({ reason: 'no-agent', botClass: 'other', name: 'Unknown' });
  });
});

describe('the lists', () => {
  it("tells by isbot's", () => {
    expect(detect(`${chrome} ExampleCrawler/1.0`)?.reason).toBe('user-agent');
  });

  it('tells by that of crawler-user-agents', () => {
    const agent = `${chrome} Qualys`;
    expect(createIsbotFromList(isbotPatterns)(agent)).toBe(false);
    expect(detect(agent)?.reason).toBe('user-agent');
  });
});

describe('a rule for headless browsers', () => {
  it.each(headlessRules)('$example', ({ pattern, example }) => {
    expect(detect(example)?.reason).toBe('headless');
    expect(headlessRules.filter((rule) => rule.pattern.test(example)).map((rule) => rule.pattern)).toEqual([
      pattern,
    ]);
  });
});

describe('a rule for bots', () => {
  it.each(botRules)('$example', ({ pattern, example }) => {
    expect(detect(example)?.reason).toBe('user-agent');
    const rules = botRules.filter((rule) => rule.pattern.test(example)).map((rule) => rule.pattern);
    expect(rules, 'only this rule detects it').toEqual([pattern]);
    expect(isListedCrawler(example), 'the list of crawlers misses it').toBe(false);
    const dropped = droppedIsbotPatterns.map((rule) => rule.pattern);
    const isbot = createIsbotFromList(isbotPatterns.filter((entry) => !dropped.includes(entry)));
    expect(isbot(example), 'isbot misses it').toBe(false);
  });
});

describe('a rule for people', () => {
  it.each(harmlessParts)('part: $example', ({ pattern, example }) => {
    expect(detect(example)).toBeNull();
    const others = harmlessParts.filter((part) => part.pattern !== pattern);
    const rest = others.reduce((agent, part) => agent.replace(part.pattern, ' '), example);
    const isBot =
      createIsbotFromList(isbotPatterns)(rest) ||
      botRules.some((rule) => rule.pattern.test(rest)) ||
      isListedCrawler(rest);
    expect(isBot, 'a bot without this rule').toBe(true);
  });

  it.each(droppedIsbotPatterns)('not in isbot: $example', ({ pattern, example }) => {
    expect(isbotPatterns, 'still in the list').toContain(pattern);
    expect(new RegExp(pattern, 'i').test(example)).toBe(true);
    expect(detect(example)).toBeNull();
  });

  it.each(droppedCrawlerPatterns)('not in crawler-user-agents: $example', ({ pattern, example }) => {
    expect(
      crawlers.map((crawler) => crawler.pattern),
      'still in the list',
    ).toContain(pattern);
    expect(new RegExp(pattern).test(example)).toBe(true);
    expect(detect(example)).toBeNull();
  });
});

describe('a probe', () => {
  it.each(probePaths)('$example', ({ pattern, example }) => {
    expect(detect(chrome, example)).toEqual({ reason: 'probe', botClass: 'other', name: 'Unknown' });
    expect(
      probePaths.filter((path) => path.pattern.test(example.toLowerCase())).map((path) => path.pattern),
    ).toEqual([pattern]);
  });

  it.each([
    '//wp-login.php',
    '/WP-Login.php?x=1',
    '/%77p-login.php',
    '/%2577p-login.php',
    '/.%67it/config',
    '/.//.git/HEAD',
    '/a\\.env',
    '/./.git/config',
  ])('however it is written: %s', (page) => {
    expect(isProbe(page)).toBe(true);
  });

  it.each([
    '/',
    '/nl',
    '/nl/afmelden',
    '/admin',
    '/blog/how-to-use-git',
    '/blog/tags/sysadmin',
    '/2015/05/wordpress-login',
    '/index.php',
    '/view.php?file=a',
    '/.well-known/security.txt',
    '/shop/backup-services',
    '/learn/env',
    '/blog/%E0%A4%A',
    '/projects/xdotool/',
    '/archives/../'.replace('../', ''),
  ])('not a page of an ordinary site: %s', (page) => {
    expect(isProbe(page)).toBe(false);
  });
});

describe('precedence', () => {
  it.each([
    ['no-agent', '', '/.git/config'],
    ['headless', `${headless} (compatible; Examplebot/1.0)`, '/.git/config'],
    ['user-agent', 'curl/8.5.0', '/.git/config'],
    ['probe', chrome, '/.git/config'],
  ])('%s', (reason, agent, page) => {
    expect(detect(agent, page)?.reason).toBe(reason);
  });
});

describe('name and class', () => {
  const gptBot =
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
  const facebook = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';

  it.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot', 'search'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot', 'search'],
    [gptBot, 'GPTBot', 'ai'],
    ['Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'UptimeRobot', 'monitor'],
    [facebook, 'facebookexternalhit', 'other'],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot', 'other'],
    ['Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/spd)', 'Yeti', 'search'],
    ['curl/8.5.0', 'curl', 'tool'],
    ['python-requests/2.31.0', 'python-requests', 'tool'],
    [headless, 'HeadlessChrome', 'tool'],
    ['Mozilla/5.0 (compatible; ExamplePageBot/3.1)', 'ExamplePageBot', 'other'],
    ['<script>alert(1)</script>', 'Unknown', 'other'],
    ['12345', 'Unknown', 'other'],
    ['Windows NT 6.1', 'Unknown', 'other'],
    [
      'Hello from Palo Alto Networks, find out about our scans in https://example.org',
      'Palo Alto Networks',
      'other',
    ],
    [
      'Mozilla/5.0 (Macintosh; U; Intel Mac OS X; en) AppleWebKit/419 (KHTML, like Gecko) NetNewsWire/2.1.1',
      'NetNewsWire',
      'other',
    ],
    [`${chrome} Sitebulb/8.0`, 'Sitebulb', 'other'],
    [
      'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)',
      'Microsoft Outlook',
      'other',
    ],
    [
      'Microsoft Office Word/16.0 (Windows NT 10.0; Microsoft Word 16.0; Pro)',
      'Microsoft Office Word',
      'other',
    ],
    ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'ms-office', 'other'],
    [
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0E; ms-office; MSOffice 16)',
      'ms-office',
      'other',
    ],
    [`${chrome} Agent-NovaAct/0.9`, 'Agent-NovaAct', 'ai'],
    ...['Kimi-User', 'Qwen-User', 'Cursor', 'Diffbot', 'Crawl4AI', 'meta-externalfetcher'].map(
      (name): [string, string, string] => [`${chrome} ${name}/1.0`, name, 'ai'],
    ),
    ...['Google-Agent', 'Manus-User'].map((name): [string, string, string] => [
      `${chrome} (compatible; ${name}; +https://example.org/)`,
      name,
      'ai',
    ]),
  ])('%s', (agent, name, botClass) => {
    expect(detect(agent)).toMatchObject({ name, botClass });
  });
});

describe('hostile agents', () => {
  const pieces = [
    'a',
    ' ',
    '(',
    '()',
    '; ',
    '/1.0;',
    'Android 9; ',
    'compatible; ',
    'like Gecko ',
    '<',
    '\\',
    '%25',
    'a-',
    'Mozilla/5.0 (',
    'OMI/',
    '[',
    'a.',
    '@a',
    'CFNetwork',
    'bot',
    '../',
    '\n',
    '::',
    'Java/',
  ];

  /** Processor time, the least of three, so that a busy machine doesn't count. */
  const costMs = (work: () => unknown) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const before = process.cpuUsage();
        work();
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      }),
    );

  // Linear patterns take 0.1 ms for 8 KB; one that tries each start against each end takes 30 ms and more.
  const patterns = [
    ...[...headlessRules, ...botRules, ...harmlessParts, ...probePaths].map((rule) => rule.pattern),
    ...ownCrawlers.map(({ pattern }) => pattern),
    new RegExp(isbotPatterns.join('|'), 'i'),
  ];
  it.each(patterns)('cost %s little', (pattern) => {
    for (const start of [
      '',
      'x',
      'Mozilla/5.0 (',
      'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 (KHTML, like Gecko) ',
    ]) {
      for (const piece of pieces) {
        const text = `${start}${piece.repeat(8_192)}`.slice(0, 8_192);
        const cost = costMs(() => text.replace(pattern, ''));
        expect(cost, `${start}${piece}${piece}`).toBeLessThan(20);
      }
    }
  });

  it.each(pieces)('cost no more for 8 KB of %j than for 2 KB', (piece) => {
    const page = `/${'%25/..'.repeat(1_300)}`;
    const costOf = (length: number) => {
      const agent = `x${piece.repeat(length)}`.slice(0, length);
      return costMs(() => detect(agent, page));
    };
    expect(costOf(8_192)).toBeLessThan(2 * costOf(2_048) + 10);
    expect(costOf(8_192)).toBeLessThan(50);
  });
});
