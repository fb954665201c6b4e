import { parseArgs } from 'node:util';
import { detectBot, openPlaces } from '@voordeur/worker';
import { measure, type Share } from './measure.js';
import { readCorpus } from './read-corpus.js';
import { isMet, percentOf, targets } from './targets.js';

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
const measured = measure(readCorpus(folder), { detectBot, locate: (address) => places.locate(address) });

print('Bots told, by source', measured.recallBySource);
print('by reason', measured.botsByReason);
print('People taken for bots, by class', measured.flagged);
print('by source', measured.flaggedBySource);
show(
  'Missed',
  measured.misses.map((row) => row.ua),
);
show(
  'Taken for a bot',
  measured.falsePositives.map((row) => row.ua),
);
show(
  'Misplaced',
  measured.misplaced.map((row) => `${row.ip} (${row.country}): ${places.locate(row.ip).country}`),
);

process.stdout.write('Targets\n');
for (const target of targets) {
  const { name, share, atLeast, atMost } = target;
  const bound = atLeast === undefined ? `at most ${atMost ?? 100} %` : `at least ${atLeast} %`;
  const met = isMet(target, measured);
  if (!met) process.exitCode = 1;
  process.stdout.write(
    `  ${met ? 'met   ' : 'MISSED'} ${name.padEnd(34)}${line(share(measured))}  ${bound}\n`,
  );
}

function print(title: string, shares: Record<string, Share>): void {
  process.stdout.write(`${title}\n`);
  for (const [name, share] of Object.entries(shares))
    process.stdout.write(`  ${name.padEnd(24)}${line(share)}\n`);
}

function line(share: Share): string {
  return `${percentOf(share).toFixed(2).padStart(7)} %  ${`${share.count} of ${share.of}`.padStart(16)}`;
}

function show(title: string, rows: string[]): void {
  const shown = rows.slice(0, Number(values.misses));
  if (shown.length > 0) process.stdout.write(`${title} (${shown.length} of ${rows.length})\n`);
  for (const row of shown) process.stdout.write(`  ${row}\n`);
}
