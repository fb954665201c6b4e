import { parseLogTime } from './log-time.js';
import { unescapeField } from './unescape.js';

/** What a line of a web server's access log says. An absent agent or referrer is the empty string. */
export interface LogLine {
  address: string;
  timeMs: number;
  /** As logged, such as `GET / HTTP/1.1`; whatever a client sent may stand here. */
  request: string;
  status: number;
  referrer: string;
  userAgent: string;
}

/** Why a line is not a request. */
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

/** Reads one line, or says why it cannot be read. We know no kept library that reads escaped quotes right. */
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
