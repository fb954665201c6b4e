import { beforeAll, describe, expect, it } from 'vitest';
import { detectBot } from './detect-bot.js';
import { operators } from './network-rules.js';
import { type FindNetwork, openBundledNetworks } from './networks.js';
import { asForged, crawlers, isForged } from './forged-crawlers.js';
import { judgeSession, type PageView, sessionRules } from './judge-session.js';
import { judgeVisit, suspicionRules } from './judge-visit.js';

describe('a page view', () => {
  it.each(suspicionRules)('is suspected by $name', ({ name, example }) => {
    expect(judgeVisit(example)).toBe(name);
    expect(suspicionRules.filter(({ matches }) => matches(example)).map((rule) => rule.name)).toEqual([name]);
  });

  it.each([
    ['no network that we know', null],
    ["a crawler's owner, whose staff reads too", { operator: 'Google', isHosting: false }],
  ])('is not suspected for %s', (_what, network) => {
    expect(judgeVisit({ isDriven: false, network })).toBeNull();
  });

  it('gets the surest of two reasons', () => {
    const network = { operator: 'Hetzner', isHosting: true };
    expect(judgeVisit({ isDriven: true, network })).toBe('webdriver');
  });
});

describe('a crawler', () => {
  let findNetwork: FindNetwork;
  beforeAll(async () => {
    findNetwork = await openBundledNetworks();
  });
  const elsewhere = '145.97.31.20';

  it.each(crawlers)('$example.agent comes from $example.address', ({ example, pattern }) => {
    const { agent: userAgent, address } = example;
    expect(isForged({ userAgent, address }, findNetwork)).toBe(false);
    expect(isForged({ userAgent, address: elsewhere }, findNetwork)).toBe(true);
    expect(crawlers.filter((rule) => rule.pattern.test(userAgent)).map((rule) => rule.pattern)).toEqual([
      pattern,
    ]);
    expect(detectBot({ userAgent, page: '/' })).not.toBeNull();
  });

  it('has networks of operators that there are', () => {
    const names = new Set(operators.map(({ name }) => name));
    expect(crawlers.flatMap(({ networks }) => networks).filter((name) => !names.has(name))).toEqual([]);
  });

  const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

  it.each(['127.0.0.1', '10.1.2.3', '::1', '', 'unknown'])(
    'is believed at %j, of which nothing is known',
    (address) => {
      expect(isForged({ userAgent: googlebot, address }, findNetwork)).toBe(false);
    },
  );

  it.each(['curl/8.5.0', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'])(
    'without a known network is believed: %s',
    (userAgent) => {
      expect(isForged({ userAgent, address: elsewhere }, findNetwork)).toBe(false);
    },
  );

  it('keeps its reason and class when it is forged', () => {
    const bot = detectBot({ userAgent: googlebot, page: '/' });
    expect(bot && asForged(bot)).toEqual({
      reason: 'user-agent',
      botClass: 'search',
      name: 'Googlebot (forged)',
    });
  });
});

describe('a session', () => {
  const at = (page: string, seconds: number): PageView => ({ at: seconds * 1_000, page });

  it.each(sessionRules)('is suspected by $name', ({ name, example }) => {
    expect(judgeSession(example)).toBe(name);
    expect(sessionRules.filter(({ matches }) => matches(example)).map((rule) => rule.name)).toEqual([name]);
    expect(judgeSession(example.slice(1)), 'one page view less').toBeNull();
    expect(judgeSession(example.toReversed()), 'in any order').toBe(name);
  });

  it.each([
    ['nothing', []],
    ['one page', [at('/nl', 0)]],
    ['somebody who clicks through to what they look for', [0, 1, 3, 5, 20].map((s) => at(`/${s}`, s))],
    ['five tabs opened at once', [0, 0, 0, 0, 0].map((s, index) => at(`/${index}`, s))],
    ['one page, reloaded in anger', Array.from({ length: 20 }, (_, index) => at('/nl', index / 4))],
    ['a long evening', Array.from({ length: 150 }, (_, index) => at(`/${index % 9}`, index * 40))],
  ])('is not suspected for %s', (_what, views) => {
    expect(judgeSession(views)).toBeNull();
  });

  it('leaves its page views as they are', () => {
    const views = [at('/b', 2), at('/a', 1)];
    judgeSession(views);
    expect(views).toEqual([at('/b', 2), at('/a', 1)]);
  });
});
