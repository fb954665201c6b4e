import { detectBot, openPlaces } from '@voordeur/worker';
import { printRows } from '../measuring/figures.js';
import { measure, readCorpus } from './measure.js';

/**
 * `make accuracy DATA=folder`: how accurate bot detection and locations are, against labelled rows. Ends with 1 where a
 * target is missed, with 2 where it was called wrongly. MISSES=10 shows the first ten of each kind.
 */
const [, , folder] = process.argv;
const shown = Number(process.env['MISSES'] ?? 0);
if (!folder) {
  console.error('Which data? make accuracy DATA=folder (bots*.jsonl, humans*.jsonl, geo-known*.jsonl)');
  process.exit(2);
}

const places = await openPlaces({});
const judges = { detectBot, locate: (address: string) => places.locate(address) };
const { misses, targets, unseen } = measure(readCorpus(folder), judges);
for (const [title, rows] of Object.entries(misses)) {
  process.stdout.write(`${title}: ${rows.length}\n`);
  for (const row of rows.slice(0, shown)) process.stdout.write(`  ${row}\n`);
}
printRows(unseen);
if (!printRows(targets)) process.exitCode = 1;
