import { safeCsvCell } from '@voordeur/contracts/http';

/**
 * Saves rows as a download. CSV is RFC 4180 in UTF-8 with a byte order mark, which Excel needs; a stranger's address or
 * agent must not run in a spreadsheet.
 */
export async function saveRows(name: string, rows: readonly object[], format: 'csv' | 'json'): Promise<void> {
  if (format === 'json') saveJson(name, rows);
  else saveBlob(`${name}.csv`, new Blob([await csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
}

export function saveJson(name: string, content: unknown): void {
  const json = `${JSON.stringify(content, null, 2)}\n`;
  saveBlob(`${name}.json`, new Blob([json], { type: 'application/json' }));
}

async function csvOf(rows: readonly object[]): Promise<string> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  return stringify([...rows], {
    bom: true,
    header: true,
    cast: { string: safeCsvCell, boolean: String },
    record_delimiter: '\r\n',
  });
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
