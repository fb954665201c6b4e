import { findAddress, type NoAddress } from './find-address.js';

/** A line of a web server's access log. An absent user agent or referrer is the empty string. */
export interface LogLine {
  /** The visitor's, in its canonical spelling. */
  address: string;
  timeMs: number;
  /** As logged, such as `GET / HTTP/1.1`; it can be anything that a client sent. */
  request: string;
  status: number;
  referrer: string;
  userAgent: string;
}

/** Why a line isn't a request. */
type Malformed = 'not in combined or common format' | 'no real date' | NoAddress;

const notInFormat = { malformed: 'not in combined or common format' } as const;

const quoted = String.raw`"([^"\\]*(?:\\.[^"\\]*)*)"`;

/**
 * `address ident user [time] "request" status bytes` and further fields, perhaps with a host before the request. The user's
 * name may hold blanks and brackets. A quote inside a field is escaped, and each repetition can match in one way only, so a
 * nasty line costs no more than its length.
 */
const form = new RegExp(
  String.raw`^([^[]+(?:\[(?!\d\d/)[^[]*)*)\[([^\]]{20,32})\] (?:[^\s"]+ )?${quoted} ([1-9]\d\d) (?:\d+|-)(?: (.*))?$`,
  's',
);
const oneField = /("[^"\\]*(?:\\.[^"\\]*)*"|[^\s"]+)(?: +|$)/sy;
/** The referrer and the agent are among the first. */
const mostFields = 20;

/**
 * Parses one line, without a collector's prefix, or says why it can't. We know of no maintained library that handles
 * escaped quotes correctly.
 */
export function parseLine(line: string): LogLine | { malformed: Malformed } {
  const found = form.exec(line);
  if (!found) return notInFormat;
  const [, client = '', time = '', request = '', status = '', more = ''] = found;
  const timeMs = parseLogTime(time);
  if (timeMs === null) return { malformed: 'no real date' };
  const source = findReferrerAndAgent(more);
  if (source === null) return notInFormat;
  const address = findAddress(client);
  if (typeof address !== 'string') return address;
  return { address, timeMs, request: unescapeField(request), status: Number(status), ...source };
}

/**
 * The combined format's `"referrer" "agent"` among the fields behind the bytes: the first two adjacent ones that are
 * quoted, or one of them a bare `-`. The common format has neither. Null for an agent without a referrer, and for
 * quotes in quotes.
 */
function findReferrerAndAgent(more: string): Pick<LogLine, 'referrer' | 'userAgent'> | null {
  const fields = more.length === 0 ? [] : splitFields(more);
  const isQuoted = (index: number) => fields[index]?.startsWith('"') === true;
  const isAbsent = (index: number) => fields[index] === '-';
  for (let index = 0; index < fields.length; index++) {
    if (!isQuoted(index)) continue;
    const first = !isQuoted(index + 1) && isAbsent(index - 1) ? index - 1 : index;
    if (!isQuoted(first + 1) && !isAbsent(first + 1)) return null;
    return { referrer: readField(fields[first]), userAgent: readField(fields[first + 1]) };
  }
  return more.includes('"') ? null : { referrer: '', userAgent: '' };
}

/** Fields with their quotes, up to one that is neither quoted nor a word. */
function splitFields(text: string): string[] {
  const fields: string[] = [];
  oneField.lastIndex = 0;
  for (let found = oneField.exec(text); found && fields.length < mostFields; found = oneField.exec(text))
    fields.push(found[1] ?? '');
  return fields;
}

function readField(field = '-'): string {
  const text = field.startsWith('"') ? field.slice(1, -1) : field;
  return text === '-' ? '' : unescapeField(text);
}

const escapes = /((?:\\x[0-9a-fA-F]{2})+)|\\(.)/gs;

const named: Record<string, string> = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t', v: '\v', b: '\b' };

/**
 * Undoes web servers' escapes in a quoted field: `\"`, `\\` and `\n` of Apache, `\x22` of both. nginx writes each byte
 * beyond ASCII as `\xHH`, so a run of them is read as UTF-8. Any other backslash is literal.
 */
function unescapeField(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(escapes, (whole: string, bytes: string | undefined, letter: string | undefined) =>
    bytes === undefined
      ? (named[letter ?? ''] ?? whole)
      : Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString(),
  );
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `17/May/2015:10:05:03 +0200`, as Apache (`%t`) and nginx (`$time_local`) write it. */
const timeForm = /^(\d{2})\/(\w{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/;

/** The instant of a log's time, in epoch milliseconds; null unless it's a real date from 1970 on. */
function parseLogTime(text: string): number | null {
  const found = timeForm.exec(text);
  if (!found) return null;
  const [, day = '', monthName = '', year = '', hour = '', minute = '', second = '', sign, ...offset] = found;
  const month = months.indexOf(monthName);
  const [offsetHours, offsetMinutes] = offset.map(Number) as [number, number];
  if (month === -1 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  if (offsetHours > 14 || offsetMinutes > 59) return null;

  const local = new Date(0);
  local.setUTCFullYear(Number(year), month, Number(day));
  // The 31st of a month with 30 days would quietly become the 1st of the next.
  if (local.getUTCMonth() !== month || local.getUTCDate() !== Number(day)) return null;
  local.setUTCHours(Number(hour), Number(minute), Math.min(Number(second), 59)); // a leap second is part of its day
  const offsetMs = (offsetHours * 60 + offsetMinutes) * 60_000;
  const timeMs = local.getTime() - (sign === '-' ? -offsetMs : offsetMs);
  return timeMs < 0 ? null : timeMs;
}
