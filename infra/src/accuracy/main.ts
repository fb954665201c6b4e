import { parseArgs } from 'node:util';
import { detectBot, openPlaces } from '@voordeur/worker';
import { printRow } from '../measuring/figures.js';
import { measure } from './measure.js';
import { readCorpus } from './read-corpus.js';

/**
 * `make accuracy DATA=folder`: how accurate bot detection and locations are, against labelled rows. Ends with 1 where a target is
 * missed, with 2 where it was called wrongly. `--misses 10` shows the first ten of each kind.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'string', default: '0' } },
});
const [folder] = positionals;
if (!folder) {
  process.stderr.write(
    'Which data? make accuracy DATA=folder (bots*.jsonl, humans*.jsonl, geo-known*.jsonl)\n',
  );
  process.exit(2);
}

const places = await openPlaces({});
const judges = { detectBot, locate: (address: string) => places.locate(address) };
const { shares, misses, targets } = measure(readCorpus(folder), judges);
for (const [title, groups] of Object.entries(shares)) {
  process.stdout.write(`${title}\n`);
  for (const [group, share] of Object.entries(groups))
    process.stdout.write(`  ${group.padEnd(24)} ${share}\n`);
}
for (const [title, rows] of Object.entries(misses)) {
  process.stdout.write(`${title}: ${rows.length}\n`);
  for (const row of rows.slice(0, Number(values.misses))) process.stdout.write(`  ${row}\n`);
}
for (const target of targets) if (printRow(target) === false) process.exitCode = 1;
