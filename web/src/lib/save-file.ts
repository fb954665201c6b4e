import { safeCsvCell } from '@voordeur/contracts/http';

/** Saves rows as a download. */
export function saveRows(name: string, rows: readonly object[], format: 'csv' | 'json'): void {
  if (format === 'json') saveJson(name, rows);
  else saveBlob(`${name}.csv`, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
}

export function saveJson(name: string, content: unknown): void {
  const json = `${JSON.stringify(content, null, 2)}\n`;
  saveBlob(`${name}.json`, new Blob([json], { type: 'application/json' }));
}

/**
 * RFC 4180 in UTF-8 with a byte order mark, which Excel needs; a stranger's address or agent must not run in a
 * spreadsheet. The first row names the columns.
 */
export function csvOf(rows: readonly object[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [
    columns,
    ...rows.map((row) => columns.map((name) => (row as Record<string, unknown>)[name])),
  ];
  return `\ufeff${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? safeCsvCell(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Saves a file as if it had been downloaded: a link could not carry the owner's token. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // At once, some browsers would save nothing.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
