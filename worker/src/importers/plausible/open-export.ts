import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { megabytes } from '../run-import.js';
import { BadFile } from '../read-csv.js';

/** Far more than a small site's years. Anything larger doesn't get into memory, whatever the zip says of itself. */
export const limits = { zipBytes: 100_000_000, csvBytes: 250_000_000, files: 1_000 };

/** The tables of an export that we take: its files are `imported_visitors_20240101_20241231.csv` and the like. */
const tables = ['visitors', 'pages', 'locations'] as const;
export type Table = (typeof tables)[number];

const nameForm = /(?:^|\/)imported_([a-z_]+?)(?:_\d{8}_\d{8})?\.csv$/;

/** A file of a table. */
export interface ExportFile {
  name: string;
  open: () => Promise<Readable>;
}

/** The files of an export by their table. Throws `BadFile` if it isn't one, or is larger than the limits. */
export async function openExport(zip: Buffer): Promise<Record<Table, ExportFile[]>> {
  const files: Record<Table, ExportFile[]> = { visitors: [], pages: [], locations: [] };
  const { archive, entries } = await readEntries(zip);
  let bytes = 0;
  for (const entry of entries) {
    const table = tables.find((one) => one === nameForm.exec(entry.fileName)?.[1]);
    if (!table) continue;
    bytes += entry.uncompressedSize;
    if (bytes > limits.csvBytes)
      throw new BadFile(`The files in this zip are larger than ${megabytes(limits.csvBytes)}.`);
    files[table].push({
      name: entry.fileName,
      // It ends in an error if there is more in it than the size says.
      open: () => archive.openReadStreamPromise(entry),
    });
  }
  if (files.visitors.length === 0)
    throw new BadFile("This zip is no export of Plausible's: there is no imported_visitors….csv in it.");
  return files;
}

async function readEntries(zip: Buffer): Promise<{ archive: ZipFile; entries: Entry[] }> {
  try {
    const archive = await fromBufferPromise(zip, { lazyEntries: true, autoClose: false });
    const entries: Entry[] = [];
    if (archive.entryCount > limits.files) throw new Error(`there are ${archive.entryCount} files in it`);
    for await (const entry of archive.eachEntry()) entries.push(entry);
    return { archive, entries };
  } catch (error) {
    throw new BadFile(`This is no zip file of Plausible's: ${error instanceof Error ? error.message : ''}`);
  }
}
