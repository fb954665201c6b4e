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
 * The log's own times are right to the hour only, so how many pages somebody read is real, and how fast is made up: these,
 * one after the other. Half of all readings are shorter than 20 seconds, one in ten is shorter than 4.
 */
const readingSeconds = [17, 46, 5, 156, 12, 3, 73, 23, 9, 32];
const sessionMs = 60 * 60_000;

interface Reader {
  address: string;
  pagesByHour: Map<number, string[]>;
  drewPages: boolean;
}

/** The people of an access log (gzip, combined format): one session for each hour in which they read. */
export function readLoggedSessions(file: string): LoggedSession[] {
  let readings = 0;
  const readers = new Map<string, Reader>();
  for (const text of gunzipSync(readFileSync(file)).toString().split('\n')) {
    const line = parseLine(text);
    if ('malformed' in line) continue;
    const { address, userAgent, request, timeMs } = line;
    const view = readPageView(line);
    const page = 'page' in view ? view.page : '/';
    if (detectBot({ userAgent, page })) continue;
    const key = `${address} ${userAgent}`;
    const reader: Reader = readers.get(key) ?? { address, pagesByHour: new Map(), drewPages: false };
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
      const views = pages.map((page) => {
        at += 1_000 * (readingSeconds[readings++ % readingSeconds.length] ?? 0);
        return { page, at };
      });
      return { address, views, drewPages };
    }),
  );
}
