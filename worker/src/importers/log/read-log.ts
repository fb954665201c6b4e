import type { VisitEvent } from '@voordeur/contracts/jobs';
import type { ImportTally } from './import-tally.js';
import { digestLine, lineId, LineOrdinals } from '../line-ids.js';
import { prefixLength } from './find-address.js';
import { parseLine } from './parse-line.js';
import { type LoggedPageView, readPageView } from './read-page-view.js';
import { longestLine, splitLines } from './split-lines.js';

/** A clock can be ahead by a forgotten time zone, not by more. */
export const aheadMs = 24 * 60 * 60 * 1_000;
/** Some editors put one before the first line. */
const byteOrderMark = Buffer.from('\ufeff');

export interface LogToRead {
  /** Its name in the report. */
  file: string;
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
  tally: ImportTally;
  /** Epoch milliseconds; later dates aren't real. */
  nowMs: number;
  rememberedLines?: number;
}

/** The page views of one log file as visit events, in the order of its lines. Counts the other lines by reason. */
export async function* readLog(log: LogToRead): AsyncGenerator<VisitEvent> {
  const { file, bytes, tally, nowMs } = log;
  const ordinals = new LineOrdinals(log.rememberedLines);
  let lineNumber = 0;
  for await (const lines of splitLines(bytes)) {
    for (const given of lines) {
      tally.lines++;
      lineNumber++;
      if (given === null) {
        tally.leaveOutBad(file, lineNumber, `longer than ${longestLine} bytes`, '');
        continue;
      }
      const line = lineNumber === 1 ? withoutByteOrderMark(given) : given;
      const whole = line.toString();
      const prefix = prefixLength(whole);
      const view = readLine(whole.slice(prefix), nowMs);
      if ('malformed' in view) tally.leaveOutBad(file, lineNumber, view.malformed, whole);
      else if ('leftOut' in view) tally.leaveOut(view.leftOut);
      else {
        tally.pageViews++;
        const digest = digestLine(line.subarray(prefix));
        yield eventOf(view, lineId(view.timeMs, digest, ordinals.next(digest)));
      }
    }
  }
}

function eventOf({ timeMs, referrer, ...view }: LoggedPageView, id: string): VisitEvent {
  return {
    id,
    occurredAt: new Date(timeMs).toISOString(),
    source: 'import',
    ...view,
    ...(referrer !== '' && { referrer }),
  };
}

function readLine(text: string, nowMs: number): LoggedPageView | { leftOut: string } | { malformed: string } {
  if (text.trim() === '') return { leftOut: 'blank' };
  const parsed = parseLine(text);
  if ('malformed' in parsed) return parsed;
  if (parsed.timeMs > nowMs + aheadMs) return { malformed: 'a date that is still to come' };
  return readPageView(parsed);
}

function withoutByteOrderMark(line: Buffer): Buffer {
  return line.indexOf(byteOrderMark) === 0 ? line.subarray(byteOrderMark.length) : line;
}
