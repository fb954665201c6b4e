import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { detectBot, type PageView, parseLine, readPageView } from '@voordeur/worker';

/** Page views of one visitor of a log with an agent of a person. */
export interface LoggedSession {
  address: string;
  views: PageView[];
  /** The visitor's browser also asked for the style of the pages, which programs that copy text don't. */
  drewPages: boolean;
}

/**
 * Half of all readings are shorter than 20 seconds, one in ten is shorter than 4. Ours: the log's own times are right to the
 * hour only (its minutes are missing), so how many pages somebody read is real, and how fast is drawn.
 */
const medianSeconds = 20;
const spread = 1.25;
const sessionMs = 60 * 60_000;

/** The people of an access log (gzip, combined format): one session for each hour in which they read. */
export function readLoggedSessions(file: string): LoggedSession[] {
  const random = randomFrom(17);
  const readers = new Map<
    string,
    { address: string; pagesByHour: Map<number, string[]>; drewPages: boolean }
  >();
  for (const text of gunzipSync(readFileSync(file)).toString().split('\n')) {
    const line = parseLine(text);
    if ('malformed' in line) continue;
    const { address, userAgent, request, timeMs } = line;
    const view = readPageView(line);
    const page = 'page' in view ? view.page : '/';
    if (detectBot({ userAgent, page })) continue;
    const key = `${address} ${userAgent}`;
    const reader = readers.get(key) ?? {
      address,
      pagesByHour: new Map<number, string[]>(),
      drewPages: false,
    };
    readers.set(key, reader);
    if (/\.css\b/.test(request)) reader.drewPages = true;
    if (!('page' in view)) continue;
    const hour = Math.floor(timeMs / sessionMs);
    const pages = reader.pagesByHour.get(hour) ?? [];
    reader.pagesByHour.set(hour, [...pages, view.page]);
  }
  return [...readers.values()].flatMap(({ address, pagesByHour, drewPages }) =>
    [...pagesByHour.values()].map((pages) => {
      let at = 0;
      const views = pages.map((page) => ({ page, at: (at += readingMs(random)) }));
      return { address, views, drewPages };
    }),
  );
}

/** Log-normal, by Box and Muller. */
function readingMs(random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return medianSeconds * 1_000 * Math.exp(spread * normal);
}

/** The same numbers in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
