import type { BotReason } from '@voordeur/contracts/http';
import { formatCount } from '../report.js';
import type { ImportTally } from './import-tally.js';

/** The result of an import, for the person who ran it. Contains no personal data. */
export function reportImport(tally: ImportTally, seconds: number): string {
  const rows: [label: string, count: number][] = [
    ['lines', tally.lines],
    ['page views', tally.pageViews],
    ['  new', tally.stored],
    ['    bots', sum(tally.bots)],
    ...indented(tally.bots, '      '),
    ['  already there', tally.alreadyThere],
    ...indented(tally.refused),
    ['left out', sum(tally.leftOut)],
    ...indented(tally.leftOut),
  ];
  const wide = Math.max(...rows.map(([label]) => label.length));
  return [
    ...rows.map(([label, count]) => `${label.padEnd(wide)}  ${formatCount(count).padStart(11)}`),
    `${seconds.toFixed(1)} s, ${formatCount(tally.lines / Math.max(seconds, 0.001))} lines/s`,
    ...withoutAgent(tally),
    ...badLinesOf(tally),
  ].join('\n');
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function indented(counts: Record<string, number>, indent = '  '): [string, number][] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => [`${indent}${reason}`, count]);
}

/** In a log of the common format that's all of them, and nothing else would say why there are no people. */
function withoutAgent({ bots }: ImportTally): string[] {
  const count = bots['no-agent' satisfies BotReason] ?? 0;
  return count === 0 ? [] : [`${formatCount(count)} views without an agent: counted as bots`];
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
