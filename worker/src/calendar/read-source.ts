import { fileURLToPath } from 'node:url';
import { type SourceCalendar, type SourceKind, sourceReading } from '@voordeur/contracts/http';
import { runApart } from '../platform/run-apart.js';
import {
  askWith,
  calendarBytes,
  findCalendars,
  type HowToAsk,
  queryEvents,
  type SourceAccess,
  SourceFailed,
} from './caldav.js';
import type { Span, Wanted } from './expand-events.js';
import type { EventsOrder, FoundSpans } from './read-events.js';

const dayMs = 86_400_000;
/** A second is enough for ten thousand events, where nothing else keeps the machine busy. */
const parseWithinMs = 60_000;
/** Compiled, for a test too. */
const program = fileURLToPath(new URL('../../dist/calendar/read-events.js', import.meta.url));

export interface SourceToRead extends SourceAccess {
  kind: SourceKind;
  allDayBlocks: boolean;
  /** The `version` of the last reading; null: read all of it. */
  version: string | null;
}

/** `spans` is null where nothing has changed since. */
export interface Reading {
  version: string | null;
  calendars: SourceCalendar[];
  spans: Span[] | null;
}

/** The site's zone and host. */
export interface Site {
  timeZone: string;
  ownHost: string;
}

/** Reads when the owner is busy by one of her other calendars. Throws `SourceFailed`. */
export async function readSource(source: SourceToRead, site: Site, how: HowToAsk): Promise<Reading> {
  const wanted = wantedBy(source.allDayBlocks, site);
  return source.kind === 'ics' ? readFile(source, wanted, how) : readAccount(source, wanted, how);
}

/** From yesterday, so that an event that began then is in it. */
function wantedBy(allDayBlocks: boolean, { timeZone, ownHost }: Site): Wanted {
  const fromMs = Date.now() - dayMs;
  return {
    fromMs,
    untilMs: fromMs + (sourceReading.horizonDays + 1) * dayMs,
    timeZone,
    allDayBlocks,
    ownHost,
  };
}

/** Expanded again each day, as the end of the horizon moves. */
const today = () => new Date().toISOString().slice(0, 10);

interface FileVersion {
  day: string;
  etag: string | null;
  modified: string | null;
}

async function readFile(source: SourceToRead, wanted: Wanted, how: HowToAsk): Promise<Reading> {
  const before = source.version === null ? null : (JSON.parse(source.version) as FileVersion);
  const isToday = before?.day === today();
  const answer = await askWith(source, how)(source.address, {
    method: 'GET',
    mostBytes: calendarBytes,
    headers: {
      accept: 'text/calendar, */*;q=0.1',
      ...(isToday && before.etag !== null && { 'if-none-match': before.etag }),
      ...(isToday && before.modified !== null && { 'if-modified-since': before.modified }),
    },
  });
  if (answer.statusCode === 304) return { version: source.version, calendars: [], spans: null };
  const header = (name: string) => [answer.headers[name] ?? []].flat()[0] ?? null;
  const version: FileVersion = { day: today(), etag: header('etag'), modified: header('last-modified') };
  const spans = await findSpans({ format: 'ics', texts: [answer.body], wanted }, how.stop);
  return { version: JSON.stringify(version), calendars: [], spans };
}

async function readAccount(source: SourceToRead, wanted: Wanted, how: HowToAsk): Promise<Reading> {
  const ask = askWith(source, how);
  const found = await findCalendars(ask, source.address);
  const calendars = found.map(({ url, name }) => ({ url, name }));
  const read = found.filter(({ isFree }) => !isFree);
  // The tags are read before the events: what changes between is read again the next time.
  const version = read.every(({ tag }) => tag !== null)
    ? JSON.stringify([today(), ...read.map(({ url, tag }) => [url, tag])])
    : null;
  if (version !== null && version === source.version) return { version, calendars, spans: null };
  const texts: string[] = [];
  let bytes = 0;
  for (const { url } of read) {
    const text = await queryEvents(ask, url, wanted);
    bytes += text.length;
    if (bytes > calendarBytes) throw new SourceFailed('too-large');
    texts.push(text);
  }
  const spans = await findSpans({ format: 'multistatus', texts, wanted }, how.stop);
  return { version, calendars, spans };
}

/** Finds the busy times in what a server answered. Throws `SourceFailed`. */
async function findSpans(order: EventsOrder, stop: AbortSignal): Promise<Span[]> {
  const input = JSON.stringify(order);
  const run = runApart(program, { input, timeoutMs: parseWithinMs, stop });
  const { code, output } = await run.catch((error: unknown) => {
    throw stop.aborted ? new SourceFailed('stopped') : error;
  });
  if (code === null) throw new SourceFailed('too-large');
  if (code !== 0) throw new SourceFailed('not-readable');
  const found = JSON.parse(output) as FoundSpans;
  if ('failure' in found) throw new SourceFailed(found.failure);
  return found.spans;
}
