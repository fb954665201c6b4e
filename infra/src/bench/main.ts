import { addressOf, migrate, startApps, startServices } from '../local/stack.js';
import { giveUp } from '../local/advice.js';
import { isMet, printRow, type Row } from '../measuring/figures.js';
import { withStack } from '../local/test-stack.js';
import { benchSettings } from './bench-stack.js';
import { measureAnalytics } from './measure-analytics.js';
import { measureDrain } from './measure-drain.js';
import { measureImport } from './measure-import.js';
import { measureIntake } from './measure-intake.js';
import { measurePersons } from './measure-persons.js';
import { measureMemory, measureReady } from './measure-processes.js';
import { measureRequestToRow } from './measure-request-to-row.js';
import { measureLighthouse, measurePages } from './measure-site.js';
import { describePlace, writeResults } from './results.js';

/**
 * `make bench`: everything measured in one run on one machine, from a fresh stack, each figure beside what it is
 * compared with. `make bench-quick` is the same, shorter. PARTS=intake,drain narrows it; only a whole run is
 * written down. Exit 1 when a target is missed.
 */
const isQuick = process.argv[2] === 'quick';
const rounds = isQuick ? 1 : 3;
const only = process.env['PARTS']?.split(',');
const settings = benchSettings();

/** In this order: persons are last, because they fill the stack's own database. */
const parts: Record<string, () => Promise<Row[]>> = {
  intake: () => measureIntake(settings, rounds, isQuick ? 3 : 8),
  'request-to-row': () => measureRequestToRow(settings, isQuick ? 10 : 60),
  drain: () => measureDrain(settings, rounds, isQuick ? 50_000 : 200_000),
  import: () => measureImport(settings, rounds, isQuick ? 100_000 : 500_000),
  analytics: () => measureAnalytics(settings, isQuick ? [10_000] : [10_000, 1_000_000, 10_000_000]),
  pages: () => measurePages(addressOf(settings)),
  ...(!isQuick && {
    lighthouse: () => measureLighthouse(addressOf(settings)),
    memory: () => measureMemory(settings, 600),
  }),
  persons: () => measurePersons(settings, isQuick ? 10_000 : 10_000_000),
};

const rows: Row[] = [];
async function run(name: string, measure: () => Promise<Row[]>): Promise<void> {
  if (only && !only.includes(name)) return;
  const found = await measure();
  found.forEach(printRow);
  rows.push(...found);
}

const { machine, versions, durability } = describePlace();
const named = Object.entries(versions).map((one) => one.join(' '));
process.stdout.write(`${machine}\n${named.join(', ')}\n${durability}\n\n`);

try {
  await withStack(
    settings,
    async () => {
      for (const [name, measure] of Object.entries(parts)) await run(name, measure);
    },
    async () => {
      await startServices(settings);
      await migrate(settings);
      await run('ready', () => measureReady(settings, isQuick ? 1 : 5));
      await startApps(settings);
    },
  );
  if (!only && !isQuick) writeResults(rows);
  process.exitCode = rows.every((row) => isMet(row) !== false) ? 0 : 1;
} catch (error) {
  giveUp(error);
}
