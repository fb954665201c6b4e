import { addressOf } from '@voordeur/operate/local/stack.js';
import { giveUp } from '@voordeur/operate/local/advice.js';
import { measurePage } from '../lighthouse/measure-page.js';
import { printRow, type Row } from '../measuring/figures.js';
import { withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { benchSettings } from './bench-stack.js';
import { measureAnalytics } from './measure-analytics.js';
import { measureBytes } from './measure-bytes.js';
import { measureDrain } from './measure-drain.js';
import { measureGrowth } from './measure-growth.js';
import { measureImport } from './measure-import.js';
import { measureIntake } from './measure-intake.js';
import { measurePersons } from './measure-persons.js';
import { measureRequestToRow } from './measure-request-to-row.js';
import { measureSoak } from './measure-soak.js';
import { describePlace, writeResults } from './results.js';

/**
 * `make bench`: everything measured in one run on one machine, from a fresh stack, each figure with what it is
 * compared with. `QUICK=1 make bench` is the same, shorter. PARTS=intake,drain narrows it; only a whole run is
 * written down. Exit 1 when a target is missed.
 */
const isQuick = process.argv[2] === 'quick';
const rounds = isQuick ? 1 : 3;
const only = process.env['PARTS']?.split(',');
const settings = benchSettings();

type Measure = () => Promise<Row[]> | AsyncIterable<Row>;

/** In this order: persons are the last of a whole run, because they fill the stack's own database. */
const parts: Record<string, Measure> = {
  intake: () => measureIntake(settings, rounds, isQuick ? 3 : 8),
  'request-to-row': () => measureRequestToRow(settings, isQuick ? 10 : 60),
  drain: () => measureDrain(settings, rounds, isQuick ? 50_000 : 200_000),
  import: () => measureImport(settings, rounds, isQuick ? 100_000 : 500_000),
  analytics: () => measureAnalytics(settings, isQuick ? [10_000] : [10_000, 1_000_000, 10_000_000]),
  bytes: () => measureBytes(addressOf(settings)),
  ...(!isQuick && { lighthouse: () => measurePage(`${addressOf(settings)}/en`, 3) }),
  persons: () => measurePersons(settings, isQuick ? 10_000 : 10_000_000),
  // Only by name: it takes as long as VISITS makes it.
  ...(only && {
    growth: () => measureGrowth(settings, Number(process.env['VISITS'] ?? 1_000_000)),
  }),
};

const rows: Row[] = [];
async function run(name: string, measure: Measure): Promise<void> {
  if (only && !only.includes(name)) return;
  for await (const row of await measure()) {
    if (printRow(row) === false) process.exitCode = 1;
    rows.push(row);
  }
}

const { machine, versions, durability } = describePlace();
const named = Object.entries(versions).map((one) => one.join(' '));
process.stdout.write(`${machine}\n${named.join(', ')}\n${durability}\n\n`);

try {
  // By name alone, in a stack of its own.
  if (only?.includes('soak')) await run('soak', () => measureSoak(Number(process.env['MINUTES'] ?? 60)));
  if (only?.every((name) => name === 'soak')) process.exit();
  await withStack(settings, async () => {
    for (const [name, measure] of Object.entries(parts)) await run(name, measure);
  });
  if (!only && !isQuick) writeResults(rows);
} catch (error) {
  giveUp(error);
}
