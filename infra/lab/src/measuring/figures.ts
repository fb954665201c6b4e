/** One line of a table: what was measured, what it is compared with, and what it must reach. */
export interface Row {
  what: string;
  value: number;
  unit?: string;
  /** The same load on what it is compared with, measured in the same run. */
  baseline?: { what: string; value: number };
  /** `value / baseline.value`, or the other quotient that `target` speaks of. */
  ratio?: number;
  /** The target of the ratio where there is one, else of the value. */
  target?: Target;
  /** More figures for a reader: other percentiles, spreads, sizes. */
  more?: Record<string, number | string>;
}
export type Target = { atLeast: number } | { atMost: number };

/** A figure that must not exceed `limit`. */
export function atMost(what: string, value: number, limit: number, unit = ''): Row {
  return { what, value, unit, target: { atMost: limit } };
}

export function atLeast(what: string, value: number, limit: number, unit = ''): Row {
  return { what, value, unit, target: { atLeast: limit } };
}

/** A figure as a share of what it is compared with, and what that share must reach. */
export function compared(row: Row, baseline: NonNullable<Row['baseline']>, target?: Target): Row {
  return { ...row, baseline, ratio: row.value / baseline.value, ...(target && { target }) };
}

function meets(value: number, target: Target): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** Whether the row reaches its target; null where it has none. */
export function isMet({ value, ratio = value, target }: Row): boolean | null {
  return target ? meets(ratio, target) : null;
}

export function median(numbers: number[]): number {
  return percentile(numbers, 50);
}

export function mean(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0) / Math.max(1, numbers.length);
}

/** The smallest number that `percent` of them do not exceed. Throws on an empty list. */
export function percentile(numbers: number[], percent: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const found = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

/** Prints a row: what, value, ratio, target, and whether it is met; returns that too. */
export function printRow(row: Row): boolean | null {
  const met = isMet(row);
  const unit = row.unit ? ` ${row.unit}` : '';
  const baseline = row.baseline ? ` (${row.baseline.what}: ${show(row.baseline.value)})` : '';
  const ratio = row.ratio === undefined ? '' : `, ratio ${row.ratio.toFixed(2)}`;
  const target = row.target ? `, target ${inWords(row.target)}` : '';
  const more = Object.entries(row.more ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'number' ? show(value) : value}`)
    .join(', ');
  const mark = met === null ? ' ' : met ? '✓' : '✗';
  process.stdout.write(`${mark} ${row.what}: ${show(row.value)}${unit}${baseline}${ratio}${target}\n`);
  if (more) process.stdout.write(`    ${more}\n`);
  return met;
}

/** Prints all of them; returns false where a target is missed. */
export function printRows(rows: Row[]): boolean {
  return rows.map(printRow).every((met) => met !== false);
}

/** Prints rows as they come, and ends with `N passed, N failed`, one for each that has a target. An error is a failure. */
export async function printAndCount(measure: () => AsyncIterable<Row> | Promise<Row[]>): Promise<void> {
  let passed = 0;
  let failed = 0;
  try {
    for await (const row of await measure()) {
      const met = printRow(row);
      if (met === true) passed += 1;
      if (met === false) failed += 1;
    }
  } catch (error) {
    failed += 1;
    console.error('The drill could not run.', error);
  }
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function inWords(target: Target): string {
  return 'atLeast' in target ? `≥ ${show(target.atLeast)}` : `≤ ${show(target.atMost)}`;
}

/** Prints a line of a table: its head on the left, its cells in columns. */
export function printCells([head = '', ...cells]: string[], end = ''): void {
  process.stdout.write(`${head.padEnd(20)}${cells.map((cell) => cell.padStart(14)).join('')}${end}\n`);
}

export function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
