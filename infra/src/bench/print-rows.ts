import { isMet, type Row } from './row.js';

/** One row as it is known: what, value, ratio, target, and whether it is met. */
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

export function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
