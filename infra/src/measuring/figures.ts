/** One line of a table: what was measured, what it is compared with, and what it must reach. */
export interface Row {
  what: string;
  value: number;
  unit: string;
  /** The same load on what it is compared with, measured in the same run. */
  beside?: { what: string; value: number };
  /** `value / beside.value`, or the other quotient that `target` speaks of. */
  ratio?: number;
  /** Of the ratio where there is one, else of the value. */
  target?: { atLeast: number } | { atMost: number };
  /** What else a reader wants to know: other percentiles, spreads, sizes. */
  more?: Record<string, number | string>;
}

/** Whether the row reaches its target; null where it has none. */
export function isMet({ value, ratio, target }: Row): boolean | null {
  if (!target) return null;
  const measured = ratio ?? value;
  return 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost;
}

export function median(numbers: number[]): number {
  return percentile(numbers, 50);
}

/** The smallest number that `percent` of them do not exceed. Throws on an empty list. */
export function percentile(numbers: number[], percent: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const found = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

/** Prints a row: what, value, ratio, target, and whether it is met. */
export function printRow(row: Row): void {
  const met = isMet(row);
  const beside = row.beside ? ` (${row.beside.what}: ${show(row.beside.value)})` : '';
  const ratio = row.ratio === undefined ? '' : `, ratio ${row.ratio.toFixed(2)}`;
  const target = row.target
    ? `, target ${'atLeast' in row.target ? `≥ ${show(row.target.atLeast)}` : `≤ ${show(row.target.atMost)}`}`
    : '';
  const more = Object.entries(row.more ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'number' ? show(value) : value}`)
    .join(', ');
  const mark = met === null ? ' ' : met ? '✓' : '✗';
  process.stdout.write(`${mark} ${row.what}: ${show(row.value)} ${row.unit}${beside}${ratio}${target}\n`);
  if (more) process.stdout.write(`    ${more}\n`);
}

/** Prints a line of a table: its head on the left, its cells in columns. */
export function printCells([head = '', ...cells]: string[], end = ''): void {
  process.stdout.write(`${head.padEnd(20)}${cells.map((cell) => cell.padStart(14)).join('')}${end}\n`);
}

export function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
