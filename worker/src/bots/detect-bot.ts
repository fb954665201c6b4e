import type { BotClass, BotReason } from '@voordeur/contracts/http';
import { createIsbotFromList, list as isbotPatterns } from 'isbot';
import { LRUCache } from 'lru-cache';
import { botRules, headlessRules } from './bot-rules.js';
import { type Crawler, listedCrawlers } from './listed-crawlers.js';
import { nameBot } from './name-bot.js';
import { droppedIsbotPatterns, harmlessParts } from './person-rules.js';
import { isProbe } from './probe-paths.js';

export interface Bot {
  reason: BotReason;
  botClass: BotClass;
  name: string;
}

/** Browsers stay under 500 characters; anything longer from a hostile client isn't read, so it costs nothing. */
const longestJudged = 2_000;

const noAgent = new Set(['', '-', '"-"', '""']);

const dropped = new Set(droppedIsbotPatterns.map((rule) => rule.pattern));
const isbot = createIsbotFromList(isbotPatterns.filter((pattern) => !dropped.has(pattern)));

export type DetectBot = (visit: { userAgent: string; page: string }) => Bot | null;

/** Detects bots from the user agent and the path. Returns null for people. Never throws. */
export const detectBot = makeDetector();

/** `detectBot` that knows these crawlers too. */
export function makeDetector(more: Crawler[] = []): DetectBot {
  const crawlers = [...listedCrawlers, ...more];
  /** Most visits share a few user agents, and a verdict tries hundreds of patterns. At most 10 MB. */
  const verdicts = new LRUCache<string, { bot: Bot | null }>({
    max: 5_000,
    memoMethod: (agent) => ({ bot: judge(agent, crawlers) }),
  });
  return ({ userAgent, page }) => {
    const { bot } = verdicts.memo(userAgent.slice(0, longestJudged).trim());
    if (bot) return bot;
    if (isProbe(page)) return { reason: 'probe', botClass: 'other', name: 'Unknown' };
    return null;
  };
}

function judge(agent: string, crawlers: Crawler[]): Bot | null {
  if (noAgent.has(agent)) return { reason: 'no-agent', botClass: 'other', name: 'Unknown' };
  if (headlessRules.some((rule) => rule.pattern.test(agent)))
    return { reason: 'headless', ...nameBot(agent, crawlers) };
  const agentWithoutHarmlessParts = harmlessParts.reduce(
    (rest, part) => rest.replace(part.pattern, ' '),
    agent,
  );
  if (
    isbot(agentWithoutHarmlessParts) ||
    botRules.some((rule) => rule.pattern.test(agentWithoutHarmlessParts)) ||
    crawlers.some(({ pattern }) => pattern.test(agentWithoutHarmlessParts))
  ) {
    return { reason: 'user-agent', ...nameBot(agent, crawlers) };
  }
  return null;
}
