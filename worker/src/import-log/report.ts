import type { ImportTally } from './import-tally.js';
import { withThousands } from './progress.js';

/** What an import did, for the person who ran it. Contains no personal data. */
export function reportImport(tally: ImportTally, seconds: number): string {
  const rows: [label: string, count: number][] = [
    ['lines', tally.lines],
    ['page views', tally.pageViews],
    ['  new', tally.stored],
    ['  already there', tally.alreadyThere],
    ...indented(tally.refused),
    ['left out', Object.values(tally.leftOut).reduce((sum, count) => sum + count, 0)],
    ...indented(tally.leftOut),
  ];
  const wide = Math.max(...rows.map(([label]) => label.length));
  return [
    ...rows.map(([label, count]) => `${label.padEnd(wide)}  ${withThousands(count).padStart(11)}`),
    `${seconds.toFixed(1)} s, ${withThousands(tally.lines / Math.max(seconds, 0.001))} lines/s`,
    ...badLinesOf(tally),
  ].join('\n');
}

function indented(counts: Record<string, number>): [string, number][] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => [`  ${reason}`, count]);
}

function badLinesOf({ badLines, leftOut }: ImportTally): string[] {
  if (badLines.length === 0) return [];
  const of =
    badLines.length < (leftOut['malformed'] ?? 0) ? `the first ${badLines.length} bad lines` : 'bad lines';
  return [
    `${of} (what tells of a person is masked):`,
    ...badLines.map(
      ({ file, lineNumber, reason, masked }) => `  ${file}:${lineNumber}: ${reason}: ${masked}`,
    ),
  ];
}
