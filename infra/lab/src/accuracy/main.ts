import { existsSync } from 'node:fs';
import { openBundledNetworks } from '@voordeur/worker';
import { printRows } from '../measuring/figures.js';
import { measureBehaviour, readPeople } from './behaviour.js';
import { measure } from './measure.js';
import { visitByScript } from './scripted-browsers.js';

/**
 * `make drill NAME=accuracy DATA=folder`: how accurate bot detection, locations and suspicions are, against labelled rows, a real log and
 * browsers that are driven by a script. Ends with 1 where a target is missed. MISSES=10 shows the first ten of each kind.
 */
const folder = process.argv[2] ?? '../shared/data';
const shown = Number(process.env['MISSES'] ?? 0);
const say = (line: string) => process.stdout.write(`${line}\n`);

if (existsSync(folder)) {
  const { misses, targets } = await measure(folder);
  for (const [title, rows] of Object.entries(misses)) {
    say(`${title}: ${rows.length}`);
    for (const row of rows.slice(0, shown)) say(`  ${row}`);
  }
  if (!printRows(targets)) process.exitCode = 1;

  say('\nSuspected, by behaviour:');
  const people = readPeople(folder);
  if (!printRows(measureBehaviour(await visitByScript(), people, await openBundledNetworks())))
    process.exitCode = 1;
} else {
  say(
    `Skipped: there is no folder ${folder} with labelled rows (bots*.jsonl, humans*.jsonl, geo-known*.jsonl, a log).`,
  );
  say(
    'What to do: name one with make drill NAME=accuracy DATA=folder. Its rows are under licences of their own, so none is part of this.',
  );
}
