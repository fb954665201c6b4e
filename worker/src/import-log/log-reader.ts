import type { VisitEvent } from '@voordeur/contracts/jobs';
import type { ImportTally } from './import-tally.js';
import { digestLine, lineId, LineOrdinals } from './line-ids.js';
import { parseLine } from './parse-line.js';
import { readPageView, type LoggedPageView } from './read-page-view.js';
import { LineSplitter, longestLine } from './split-lines.js';

/** A clock may run ahead by a zone that was forgotten, not by more. */
const aheadMs = 24 * 60 * 60 * 1_000;

interface LogReaderOptions {
  /** As the report names it. */
  file: string;
  tally: ImportTally;
  onPageView: (event: VisitEvent) => void;
  /** Now, in epoch milliseconds: what lies ahead is no real date. */
  nowMs: number;
  rememberedLines?: number;
}

/** Turns one log file's bytes into visit events, in the order of its lines, and counts the other lines by reason. */
export class LogReader {
  private readonly splitter = new LineSplitter((line) => {
    this.read(line);
  });
  private readonly ordinals: LineOrdinals;
  private lineNumber = 0;

  constructor(private readonly options: LogReaderOptions) {
    this.ordinals = new LineOrdinals(options.rememberedLines);
  }

  push(bytes: Buffer): void {
    this.splitter.push(bytes);
  }

  end(): void {
    this.splitter.end();
  }

  private read(given: Buffer | null): void {
    const { tally, nowMs, onPageView } = this.options;
    tally.lines++;
    this.lineNumber++;
    if (given === null) {
      this.refuse(`longer than ${longestLine} bytes`, '');
      return;
    }
    const bytes = this.lineNumber === 1 ? withoutByteOrderMark(given) : given;
    const line = bytes.toString();
    if (line.trim() === '') {
      tally.leaveOut('blank');
      return;
    }
    const parsed = parseLine(line);
    if ('malformed' in parsed) {
      this.refuse(parsed.malformed, line);
      return;
    }
    if (parsed.timeMs > nowMs + aheadMs) {
      this.refuse('a date that is still to come', line);
      return;
    }
    const view = readPageView(parsed);
    if ('leftOut' in view) {
      tally.leaveOut(view.leftOut);
      return;
    }
    tally.pageViews++;
    onPageView(this.eventOf(view, bytes));
  }

  private refuse(reason: string, line: string): void {
    this.options.tally.leaveOutBad(this.options.file, this.lineNumber, reason, line);
  }

  private eventOf({ timeMs, referrer, ...view }: LoggedPageView, line: Buffer): VisitEvent {
    const digest = digestLine(line);
    return {
      id: lineId(timeMs, digest, this.ordinals.next(digest)),
      occurredAt: new Date(timeMs).toISOString(),
      source: 'import',
      ...view,
      ...(referrer !== '' && { referrer }),
    };
  }
}

/** Some editors put one before the first line. */
function withoutByteOrderMark(line: Buffer): Buffer {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line;
}
