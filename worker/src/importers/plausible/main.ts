import 'reflect-metadata';
import { parseArgs } from 'node:util';
import type { DataSource } from 'typeorm';
import { formatCount, say } from '../report.js';
import { readWhole, runImport } from '../run-import.js';
import { forgetPlausible, type ImportedDays, importPlausible } from './import-plausible.js';
import { limits } from './open-export.js';

const usage = `Usage: node worker/dist/importers/plausible/main.js [--remove] [FILE|-]

Takes the days of an export of Plausible's (the zip, from a file or standard input) into the figures, as far as they're
before the first day with page views of our own. A day that was imported before is replaced.

--remove: removes all days that were imported.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' }, remove: { type: 'boolean' } },
});
if (values.help) process.stdout.write(usage);
else await runImport('import-plausible', values.remove ? remove : bring);

async function bring(db: DataSource): Promise<void> {
  const zip = await readWhole(positionals[0] ?? '-', limits.zipBytes);
  const { imported, ownDays, firstOwnDay, unusedPages, unusedCountries } = await importPlausible(
    db,
    zip,
    new Date(),
  );
  say(imported.days > 0 ? `Imported ${describe(imported)}.` : 'Imported nothing.');
  if (ownDays > 0) say(`Left out: ${writeDays(ownDays)} from ${firstOwnDay} on, which were counted here.`);
  if (unusedPages > 0)
    say(`Left out: ${formatCount(unusedPages)} rows of pages that are no path, or a very long one.`);
  if (unusedCountries > 0) say('Left out: countries, for this export has no page views by country.');
  if (imported.days > 0) say('make import KIND=plausible UNDO=1 removes them again.');
}

async function remove(db: DataSource): Promise<void> {
  const removed = await forgetPlausible(db);
  say(removed.days > 0 ? `Removed ${describe(removed)}.` : 'No days were imported.');
}

function describe({ days, first, last, people, visitors }: ImportedDays): string {
  return `${writeDays(days)}, ${first} to ${last}: ${formatCount(people)} page views by ${formatCount(visitors)} visitors`;
}

function writeDays(days: number): string {
  return days === 1 ? '1 day' : `${formatCount(days)} days`;
}
