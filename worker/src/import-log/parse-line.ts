/** A line of a web server's access log. An absent user agent or referrer is the empty string. */
export interface LogLine {
  address: string;
  timeMs: number;
  /** As logged, such as `GET / HTTP/1.1`; it can be anything that a client sent. */
  request: string;
  status: number;
  referrer: string;
  userAgent: string;
}

/** Why a line isn't a request. */
type Malformed = 'not in combined or common format' | 'no real date' | 'too long';

const quoted = String.raw`"([^"\\]*(?:\\.[^"\\]*)*)"`;

/**
 * `address ident user [time] "request" status bytes`, then for the combined format `"referrer" "agent"` and
 * whatever an owner has added behind. The user's name may hold blanks. A quote inside a field is escaped, and
 * each repetition can match in one way only, so a nasty line costs no more than its length.
 */
const form = new RegExp(
  String.raw`^(\S{1,255}) \S+ [^[]+(?:\[(?!\d\d/)[^[]*)*\[([^\]]{20,32})\] ${quoted} ([1-9]\d\d) (?:\d+|-)(?: ${quoted} ${quoted}(?: .*)?)?$`,
  's',
);

/** Parses one line, or says why it can't. We know of no maintained library that handles escaped quotes correctly. */
export function parseLine(line: string): LogLine | { malformed: Malformed } {
  const found = form.exec(line);
  if (!found) return { malformed: 'not in combined or common format' };
  const [, address = '', time = '', request = '', status = '', referrer = '-', userAgent = '-'] = found;
  const timeMs = parseLogTime(time);
  if (timeMs === null) return { malformed: 'no real date' };
  return {
    address,
    timeMs,
    request: unescapeField(request),
    status: Number(status),
    referrer: absentAsEmpty(referrer),
    userAgent: absentAsEmpty(userAgent),
  };
}

function absentAsEmpty(field: string): string {
  return field === '-' ? '' : unescapeField(field);
}

const escapes = /((?:\\x[0-9a-fA-F]{2})+)|\\(.)/gs;

const named: Record<string, string> = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t', v: '\v', b: '\b' };

/**
 * Undoes what web servers do to a quoted field: `\"`, `\\` and `\n` of Apache, `\x22` of both. nginx writes each
 * byte beyond ASCII as `\xHH`, so a run of them is read as UTF-8. Any other backslash stands for itself.
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
  if (month === -1 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (offsetHours > 14 || offsetMinutes > 59) return null;

  const local = new Date(0);
  local.setUTCFullYear(Number(year), month, Number(day));
  // The 31st of a month with 30 days would quietly become the 1st of the next.
  if (local.getUTCMonth() !== month || local.getUTCDate() !== Number(day)) return null;
  local.setUTCHours(Number(hour), Number(minute), Number(second));
  const offsetMs = (offsetHours * 60 + offsetMinutes) * 60_000;
  const timeMs = local.getTime() - (sign === '-' ? -offsetMs : offsetMs);
  return timeMs < 0 ? null : timeMs;
}
