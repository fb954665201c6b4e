import crawlers from 'crawler-user-agents';
import { ownCrawlers } from './own-crawlers.js';
import { droppedCrawlerPatterns } from './person-rules.js';

/** An entry of a list of crawlers; a `RegExp` is such a pattern. */
export interface Crawler {
  pattern: { test: (agent: string) => boolean; exec: (agent: string) => ArrayLike<string> | null };
  tags: string[];
}

// The package's types for ES modules leave the tags out.
const listed: { pattern: string; tags?: string[] }[] = crawlers;
const dropped = new Set(droppedCrawlerPatterns.map((rule) => rule.pattern));

/** The patterns that `listedCrawlers` has, or leaves out because they match people. */
export const judgedPatterns: ReadonlySet<string> = new Set([
  ...listed.map(({ pattern }) => pattern),
  ...dropped,
]);

/** Our own, then the maintained list of crawlers (npm crawler-user-agents) without the entries that match people. */
export const listedCrawlers: Crawler[] = [
  ...ownCrawlers,
  ...listed
    .filter(({ pattern }) => !dropped.has(pattern))
    .map(({ pattern, tags }) => ({ pattern: new RegExp(pattern), tags: tags ?? [] })),
];
