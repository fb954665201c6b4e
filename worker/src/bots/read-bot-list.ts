import { RE2JS } from 're2js';
import { type Crawler, judgedPatterns } from './listed-crawlers.js';
import { ordinaryBrowsers } from './ordinary-browsers.js';

/** Limits of a list: several times the size of the public one, but never enough to slow a worker down. */
export const botListLimits = { bytes: 5_000_000, entries: 5_000, patternLength: 200, complexPatterns: 200 };

/**
 * Reads a list of crawlers in the format of crawler-user-agents: JSON, an array of objects with a `pattern` and perhaps
 * `tags`. Resolves to those that the bundled list doesn't have. Throws a sentence with the first entry that is wrong:
 * one that can't be read, or would take people for bots. Any pattern's time is linear in the length of the agent.
 */
export function readBotList(text: string): Crawler[] {
  if (text.length > botListLimits.bytes)
    throw new Error(`the list has more than ${botListLimits.bytes} bytes`);
  const entries: unknown = JSON.parse(text);
  if (!Array.isArray(entries)) throw new Error('the list is not an array of JSON');
  if (entries.length > botListLimits.entries)
    throw new Error(`the list has more than ${botListLimits.entries} entries`);
  const crawlers = entries.map(readEntry).filter(({ source }) => !judgedPatterns.has(source));
  if (crawlers.filter(({ source }) => !isPlain(source)).length > botListLimits.complexPatterns)
    throw new Error(
      `the list has more than ${botListLimits.complexPatterns} patterns that are no plain text`,
    );
  return crawlers.map(({ source, tags }) => ({ pattern: compile(source), tags }));
}

function readEntry(entry: unknown, index: number): { source: string; tags: string[] } {
  const { pattern, tags = [] } = { ...(entry as { pattern?: unknown; tags?: unknown } | null) };
  if (typeof pattern !== 'string' || pattern === '') throw new Error(`entry ${index + 1} has no pattern`);
  if (pattern.length > botListLimits.patternLength)
    throw new Error(
      `the pattern of entry ${index + 1} has more than ${botListLimits.patternLength} characters`,
    );
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string'))
    throw new Error(`the tags of ${pattern} are not texts`);
  return { source: pattern, tags };
}

/** Without anything that repeats or branches, which V8 matches in linear time; most patterns are so. */
const isPlain = (pattern: string): boolean => /^(?:[^\\*+?()[\]{}|]|\\[^\w\s]|\\[dsw])+$/.test(pattern);

function compile(source: string): Crawler['pattern'] {
  // RE2 writes a repeated part out, so a short pattern could become a large program.
  if (/(?<!\\)\{/.test(source)) throw new Error(`the pattern ${source} has a {`);
  const pattern = isPlain(source) ? new RegExp(source) : compileLinear(source);
  const taken = ordinaryBrowsers.find((agent) => pattern.test(agent));
  if (taken !== undefined) throw new Error(`the pattern ${source} matches the browsers of people: ${taken}`);
  return pattern;
}

/** By RE2's algorithm, which has no input that takes long. */
function compileLinear(source: string): Crawler['pattern'] {
  const re2 = RE2JS.compile(source);
  return {
    test: (agent) => re2.test(agent),
    exec: (agent) => {
      const matcher = re2.matcher(agent);
      return matcher.find() ? [matcher.group() ?? ''] : null;
    },
  };
}
