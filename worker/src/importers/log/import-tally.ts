import { maskLine } from './mask-line.js';
import type { RecordedOutcome } from './read-recorded.js';

interface BadLine {
  file: string;
  lineNumber: number;
  reason: string;
  /** Without personal data. */
  masked: string;
}

const badLinesShown = 5;

/** Counts of an import so far, over all its files. */
export class ImportTally {
  lines = 0;
  pageViews = 0;
  /** Page views that became rows. */
  stored = 0;
  /** How many of these are bots, by reason. */
  readonly bots: Record<string, number> = {};
  /** Page views that were rows already. */
  alreadyThere = 0;
  /** Lines that aren't page views, by reason. */
  readonly leftOut: Record<string, number> = {};
  /** Page views that the worker did not store, by reason. */
  readonly refused: Record<string, number> = {};
  /** The first few malformed lines. */
  readonly badLines: BadLine[] = [];

  leaveOut(reason: string): void {
    addTo(this.leftOut, reason, 1);
  }

  leaveOutBad(file: string, lineNumber: number, reason: string, line: string): void {
    this.leaveOut('malformed');
    if (this.badLines.length < badLinesShown) {
      this.badLines.push({ file, lineNumber, reason, masked: maskLine(line) });
    }
  }

  /** A chunk of `pageViews` is done: those that are neither new nor refused were there before. */
  addRecorded(pageViews: number, { stored, bots, refused }: RecordedOutcome): void {
    this.stored += stored;
    for (const [reason, count] of Object.entries(bots)) addTo(this.bots, reason, count);
    this.alreadyThere += pageViews - stored;
    for (const [reason, count] of Object.entries(refused)) {
      addTo(this.refused, reason, count);
      this.alreadyThere -= count;
    }
  }
}

function addTo(counts: Record<string, number>, reason: string, count: number): void {
  counts[reason] = (counts[reason] ?? 0) + count;
}
