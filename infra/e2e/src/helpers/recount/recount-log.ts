import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { add, type Counts } from './counts.js';

/** The worker's judgement of a visit, which a recount takes as given. */
export interface Judge {
  detectBot(visit: { userAgent: string; page: string }): { reason: string; botClass: string } | null;
  /** ISO 3166-1 alpha-2, `ZZ` where it is not known. */
  countryOf(address: string): string;
}

/** The figures of one log, counted from its lines alone. Days, hours and months are local; `|` joins the parts of a key. */
export interface LogRecount {
  lines: number;
  /** By reason. */
  leftOut: Counts;
  people: number;
  bots: number;
  peopleByHour: Counts;
  botsByHour: Counts;
  peopleByDay: Counts;
  botsByDay: Counts;
  /** Distinct (address, agent) of each day. */
  visitorsByDay: Counts;
  peopleByDayPage: Counts;
  peopleByMonthPage: Counts;
  peopleByDayCountry: Counts;
  peopleByMonthCountry: Counts;
  peopleByDayReferrer: Counts;
  botsByDayKind: Counts;
  /** Local times of all, newest first. */
  peopleTimes: string[];
  botTimes: string[];
}

const line =
  /^(?<address>\S+) .*?\[(?<time>\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})\] "(?<request>(?:\\.|[^"\\])*)" (?<status>\d{3}) \S+(?: "(?<referrer>(?:\\.|[^"\\])*)" "(?<agent>(?:\\.|[^"\\])*)")?/;

/**
 * Counts a combined-format log (gzip when `file` ends in .gz) by its own few lines: nothing here is the importer's,
 * so that the two can disagree. `ownHost` is no referrer. Reads the whole result into memory.
 */
export async function recountLog(
  file: string,
  judge: Judge,
  { timeZone, ownHost }: { timeZone: string; ownHost: string },
): Promise<LogRecount> {
  const bytes = createReadStream(file);
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  return recountLines(createInterface({ input, crlfDelay: Infinity }), judge, { timeZone, ownHost });
}

/** The same of lines that are at hand. */
async function recountLines(
  lines: AsyncIterable<string> | Iterable<string>,
  judge: Judge,
  { timeZone, ownHost }: { timeZone: string; ownHost: string },
): Promise<LogRecount> {
  const toLocal = localClock(timeZone);
  const figures = noFigures();
  const seenByDay = new Map<string, Set<string>>();
  for await (const text of lines) {
    figures.lines++;
    const view = readView(text);
    if (typeof view === 'string') {
      add(figures.leftOut, view);
      continue;
    }
    const local = toLocal(view.time);
    const [day, hour, month] = [local.slice(0, 10), local.slice(0, 13), local.slice(0, 7)];
    const bot = judge.detectBot({ userAgent: view.agent, page: view.page });
    if (bot) {
      figures.bots++;
      figures.botTimes.push(local);
      add(figures.botsByHour, hour);
      add(figures.botsByDay, day);
      add(figures.botsByDayKind, `${day}|${bot.botClass}|${bot.reason}`);
      continue;
    }
    const path = view.page.replace(/\?.*/s, '');
    const country = judge.countryOf(view.address);
    const host = hostOf(view.referrer);
    figures.people++;
    figures.peopleTimes.push(local);
    add(figures.peopleByHour, hour);
    add(figures.peopleByDay, day);
    add(figures.peopleByDayPage, `${day}|${path}`);
    add(figures.peopleByMonthPage, `${month}|${path}`);
    add(figures.peopleByDayCountry, `${day}|${country}`);
    add(figures.peopleByMonthCountry, `${month}|${country}`);
    if (host !== null && host.replace(/^www\./, '') !== ownHost)
      add(figures.peopleByDayReferrer, `${day}|${host}`);
    const seen = seenByDay.get(day) ?? new Set();
    seenByDay.set(day, seen.add(`${view.address} ${view.agent}`));
  }
  for (const [day, seen] of seenByDay) figures.visitorsByDay[day] = seen.size;
  figures.peopleTimes.sort().reverse();
  figures.botTimes.sort().reverse();
  return figures;
}

const pageEndings = new Set([
  'html',
  'htm',
  'shtml',
  'xhtml',
  'xhtm',
  'shtm',
  'php',
  'asp',
  'aspx',
  'jsp',
  'do',
  'cfm',
]);

/** A page view, or why the line isn't one. */
function readView(text: string) {
  const {
    address = '',
    time = '',
    request = '',
    status,
    referrer = '-',
    agent = '-',
  } = line.exec(text)?.groups ?? {};
  const instant = instantOf(time);
  if (status === undefined || instant === null) return 'malformed';
  if (Number(status) >= 400) return 'status-400-or-above';
  if (/^3(?!04)/.test(status)) return 'redirect';
  const [, method, target = ''] = /^(\S*) ?(.*?)(?: HTTP\/[\d.]+)?$/s.exec(plain(request)) ?? [];
  if (method !== 'GET') return 'not-get';
  const page = pageOf(target.replace(/^https?:\/\/[^/?#]+/i, ''));
  if (page === null) return 'no-page';
  const ending = /\/[^/]*\.([a-z0-9]{1,8})$/i.exec(page.replace(/\?.*/s, ''))?.[1]?.toLowerCase();
  if (ending !== undefined && !pageEndings.has(ending)) return 'asset';
  return {
    address,
    time: instant,
    page,
    referrer: referrer === '-' ? '' : plain(referrer),
    agent: agent === '-' ? '' : plain(agent).slice(0, 1_024),
  };
}

/** The path with the campaign in its query. */
function pageOf(target: string): string | null {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(target) ?? [];
  const utm = query.match(/(?<![^&])utm_(?:source|medium|campaign|term|content)(?=[=&]|$)[^&]*/g) ?? [];
  if (!path.startsWith('/')) return null;
  return utm.length > 0 ? `${path}?${utm.join('&')}` : path;
}

/** Without the escapes of the log: `\"`, `\\` and bytes as `\xHH`. */
function plain(field: string): string {
  return field.replace(
    /(?:\\x[0-9a-f]{2})+|\\(["\\])/gi,
    (run, mark?: string) =>
      mark ??
      new TextDecoder().decode(Uint8Array.from(run.match(/(?<=x)../g) ?? [], (hex) => parseInt(hex, 16))),
  );
}

function instantOf(time: string): Date | null {
  // `17 May 2015 10:05:03 +0000` is a form that Date reads; it takes the 31st of a short month for the 1st.
  const [, day, month, year, clock] = /^(\d\d)\/(\w{3})\/(\d{4}):(.*)$/.exec(time) ?? [];
  const instant = new Date(`${day} ${month} ${year} ${clock}`);
  const isReal = new Date(`${day} ${month} ${year} UTC`).getUTCDate() === Number(day);
  return Number.isNaN(instant.getTime()) || !isReal ? null : instant;
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host || null : null;
}

/** `YYYY-MM-DD HH:mm:ss` of an instant in a zone. */
function localClock(timeZone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => format.format(time);
}

function noFigures(): LogRecount {
  return {
    lines: 0,
    leftOut: {},
    people: 0,
    bots: 0,
    peopleByHour: {},
    botsByHour: {},
    peopleByDay: {},
    botsByDay: {},
    visitorsByDay: {},
    peopleByDayPage: {},
    peopleByMonthPage: {},
    peopleByDayCountry: {},
    peopleByMonthCountry: {},
    peopleByDayReferrer: {},
    botsByDayKind: {},
    peopleTimes: [],
    botTimes: [],
  };
}
