import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { giveUp } from '@voordeur/operate/local/advice.js';
import { serverPath } from '@voordeur/operate/local/settings.js';
import { addressOf } from '@voordeur/operate/local/stack.js';
import { withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { printRow, type Row } from '../measuring/figures.js';
import { benchSettings } from './bench-stack.js';
import { measureAnalytics } from './measure-analytics.js';
import { measureBytes } from './measure-bytes.js';
import { measureDays } from './measure-days.js';
import { measureDrain } from './measure-drain.js';
import { measureGrowth } from './measure-growth.js';
import { measureImport } from './measure-import.js';
import { measureIntake } from './measure-intake.js';
import { measurePush } from './measure-push.js';
import { measureRequestToRow } from './measure-request-to-row.js';
import { measureSoak } from './measure-soak.js';

/**
 * `make bench`: how fast the product is on this machine, from a fresh stack, each figure with what it is compared with.
 * `QUICK=1 make bench` is the same, shorter. PARTS=intake,drain narrows it. Exit 1 when a target is missed.
 */
const isQuick = process.argv[2] === 'quick';
const rounds = isQuick ? 1 : 3;
const only = process.env['PARTS']?.split(',');
const settings = benchSettings();

const parts: Record<string, () => Promise<Row[]> | AsyncIterable<Row>> = {
  intake: () => measureIntake(settings, rounds, isQuick ? 3 : 8),
  'request-to-row': () => measureRequestToRow(settings, isQuick ? 10 : 60),
  drain: () => measureDrain(settings, rounds, isQuick ? 50_000 : 200_000),
  import: () => measureImport(settings, rounds, isQuick ? 100_000 : 500_000),
  analytics: () => measureAnalytics(settings, isQuick ? [10_000] : [10_000, 1_000_000, 10_000_000]),
  bytes: () => measureBytes(addressOf(settings)),
  push: () => measurePush(isQuick ? 20 : 100),
};
/** By name alone: they take as long as VISITS and MINUTES make them. */
const longParts: typeof parts = {
  days: () => measureDays(),
  growth: () => measureGrowth(settings, Number(process.env['VISITS'] ?? 1_000_000)),
  soak: () => measureSoak(Number(process.env['MINUTES'] ?? 60)),
};

/** The first number with a dot that a program says of itself; nginx says it on stderr, and wrk goes with 1. */
function versionOf(command: string, argument = '--version'): string {
  const env = { PATH: serverPath() };
  const { stdout, stderr } = spawnSync(command, [argument], { encoding: 'utf8', env });
  return `${command} ${/\d+(\.\d+)+/.exec(stdout + stderr)?.[0] ?? 'unknown'}`;
}

async function run(measure: (typeof parts)[string]): Promise<void> {
  for await (const row of await measure()) if (printRow(row) === false) process.exitCode = 1;
}

try {
  const versions = [
    versionOf('postgres'),
    versionOf('redis-server'),
    versionOf('nginx', '-v'),
    versionOf('wrk', '-v'),
  ];
  process.stdout.write(
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB\n` +
      `node ${process.versions.node}, ${versions.join(', ')}\n` +
      'Redis appendonly, appendfsync always; Postgres fsync and synchronous_commit on\n\n',
  );
  const wanted = Object.entries({ ...parts, ...(only && longParts) }).filter(
    ([name]) => only?.includes(name) ?? true,
  );
  const haveOwnStack = ['push', 'days', 'soak'];
  const ofStack = wanted.filter(([name]) => !haveOwnStack.includes(name));
  if (ofStack.length > 0)
    await withStack(settings, async () => {
      for (const [, measure] of ofStack) await run(measure);
    });
  for (const [, measure] of wanted.filter(([name]) => haveOwnStack.includes(name))) await run(measure);
} catch (error) {
  giveUp(error);
}
