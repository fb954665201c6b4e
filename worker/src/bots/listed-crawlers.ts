import crawlers from 'crawler-user-agents';
import { droppedCrawlerPatterns } from './person-rules.js';

// The package's types for ES modules leave the tags out.
const listed: { pattern: string; tags?: string[] }[] = crawlers;
const dropped = new Set(droppedCrawlerPatterns.map((rule) => rule.pattern));

/** The maintained list of crawlers (npm crawler-user-agents), without the entries that match people. */
export const listedCrawlers = listed
  .filter(({ pattern }) => !dropped.has(pattern))
  .map(({ pattern, tags }) => ({ pattern: new RegExp(pattern), tags: tags ?? [] }));

export const isListedCrawler = (agent: string): boolean =>
  listedCrawlers.some(({ pattern }) => pattern.test(agent));
