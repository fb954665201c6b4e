import type { Report } from './run-stryker.js';

/** A mutant that no test notices, as `code → replacement`, in a file. */
export interface Survivor {
  file: string;
  line: number;
  mutant: string;
}

/** Why it's right that no test notices these mutants of a file. */
export interface Explanation {
  file: string;
  mutants: string[];
  why: string;
}

export interface Tally {
  killed: number;
  timedOut: number;
  survived: number;
}

/** What came of a part's mutants. Those that couldn't be tried, because they don't compile, don't count. */
export function tallyOf({ files }: Report): Tally {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  return { killed: count('Killed'), timedOut: count('Timeout'), survived: count('Survived', 'NoCoverage') };
}

export const mutantsOf = ({ killed, timedOut, survived }: Tally) => killed + timedOut + survived;

/** In percent. */
export const scoreOf = (tally: Tally) => (100 * (tally.killed + tally.timedOut)) / mutantsOf(tally);

/** The survivors of a report, in the order of its files. */
export function survivorsOf({ files }: Report): Survivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location: { start, end }, replacement = '' }) => {
        const code = lines
          .slice(start.line - 1, end.line)
          .map((line, index, all) => (index === all.length - 1 ? line.slice(0, end.column - 1) : line))
          .map((line, index) => (index === 0 ? line.slice(start.column - 1) : line))
          .join(' ');
        return { file, line: start.line, mutant: `${shorten(code)} → ${shorten(replacement)}` };
      });
  });
}

function shorten(code: string): string {
  const line = code.replace(/\s+/g, ' ');
  return line.length <= 80 ? line : `${line.slice(0, 50)} … ${line.slice(-25)}`;
}

/** Survivors without an explanation, and explanations of mutants that didn't survive. */
export function compareWith(explanations: Explanation[], survivors: Survivor[]) {
  const keyOf = (file: string, mutant: string) => `${file}: ${mutant}`;
  const found = new Set(survivors.map(({ file, mutant }) => keyOf(file, mutant)));
  const explained = new Set(
    explanations.flatMap(({ file, mutants }) => mutants.map((mutant) => keyOf(file, mutant))),
  );
  return {
    unexplained: survivors.filter(({ file, mutant }) => !explained.has(keyOf(file, mutant))),
    outdated: [...explained].filter((key) => !found.has(key)),
  };
}
