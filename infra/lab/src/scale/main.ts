import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { account, doSessionsDiffer } from '../faults/account.js';
import { underLoad } from '../faults/load.js';
import { measureRecovery } from '../faults/measure-recovery.js';
import { listWorkers, type Settings } from '@voordeur/operate/local/settings.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { median, printCells } from '../measuring/figures.js';
import { pidOfPart } from '../measuring/process.js';
import type { EngineFault, EngineKind } from './engine.js';
import { startPatroniEngine } from './patroni-engine.js';
import { startClusterEngine, startSentinelEngine } from './redis-engines.js';

/**
 * `make drill NAME=scale ROUNDS=n ENGINES=sentinel,cluster,patroni`: two apis and three workers under steady load, on servers of which
 * one takes the place of another. The one in use dies or hangs, comes back, and then every 202 must be accounted for once.
 * Each kind runs twice: with the setting that makes a standby have what is accepted, of which exit 1 says that something was
 * lost or doubled, and without it, which is printed and not judged. FAULTS='primary hung;primary killed' narrows it. Exit 2
 * where the drill itself could not run. Whatever was lost is named in a folder with the logs of the servers. Networks of their own, which Postgres' members have, are root's to make.
 */
const kinds: EngineKind[] = [
  { name: 'sentinel', slot: 6, start: startSentinelEngine },
  { name: 'cluster', slot: 7, start: startClusterEngine },
  { name: 'patroni', slot: 8, start: startPatroniEngine, needsRoot: true },
];
const rounds = Number(process.env['ROUNDS'] ?? 3);
const logDir = mkdtempSync(join(tmpdir(), 'voordeur-scale-'));
const only = process.env['ENGINES']?.split(',');
const onlyFaults = process.env['FAULTS']?.split(';'); // their names have commas
const requestsPerSecond = 50;
const allThereWithinMs = 90_000;

interface Round {
  accepted: number;
  refused: number;
  refusedLeads: number;
  lost: number;
  doubled: number;
  differing: boolean;
  recoverySeconds: number;
}

/** Strikes once under load, repairs it under load, and looks for all that was accepted. */
async function runRound(
  baseUrl: string,
  settings: Settings,
  { name, strike, repair, stopsWorkers = false }: EngineFault,
): Promise<Round> {
  const { databaseUrl, localDir } = settings;
  const workers = stopsWorkers ? listWorkers(settings).map((worker) => pidOfPart(localDir, worker.name)) : [];
  const { accepted, refused, result } = await underLoad(baseUrl, requestsPerSecond, async () => {
    await wait(1_000 + Math.random() * 1_000);
    for (const worker of workers) process.kill(worker, 'SIGSTOP');
    await strike();
    for (const worker of workers) process.kill(worker, 'SIGCONT');
    const recoverySeconds = await measureRecovery(baseUrl, databaseUrl, allThereWithinMs);
    await wait(500);
    await repair();
    await wait(500);
    return recoverySeconds;
  });
  const found = await account(databaseUrl, accepted, null, allThereWithinMs);
  if (found.lost > 0)
    writeFileSync(join(logDir, `lost-${Date.now()}.json`), JSON.stringify({ name, lost: found.missing }));
  const round = {
    accepted: Object.values(accepted).flat().length,
    refused: Object.values(refused).reduce((sum, count) => sum + count, 0),
    refusedLeads: refused.leads + refused.unsubscribes,
    lost: found.lost,
    doubled: found.doubled,
    differing: found.differing || (await doSessionsDiffer(databaseUrl)),
    recoverySeconds: result,
  };
  process.stderr.write(`${name}: ${JSON.stringify(round)}\n`);
  return round;
}

function printRow(engine: string, fault: string, of: Round[], isJudged: boolean): boolean {
  const sum = (count: (round: Round) => number) => of.reduce((total, round) => total + count(round), 0);
  const recoveries = of.map(({ recoverySeconds }) => recoverySeconds);
  const [lost, doubled] = [sum((round) => round.lost), sum((round) => round.doubled)];
  const isGood =
    lost + doubled === 0 && recoveries.every(Number.isFinite) && !of.some(({ differing }) => differing);
  const cells = [
    ...[of.length, sum((round) => round.accepted), sum((round) => round.refused)],
    ...[sum((round) => round.refusedLeads), lost, doubled],
    `${median(recoveries).toFixed(1)} s`,
    `${Math.max(...recoveries).toFixed(1)} s`,
  ];
  printLine(engine, fault, cells, isGood ? '' : isJudged ? '  <- wrong' : '  (not judged)');
  return isGood || !isJudged;
}

function printLine(engine: string, fault: string, cells: (string | number)[], end = ''): void {
  printCells([`${engine.padEnd(24)}${fault.padEnd(33)}`, ...cells.map(String)], end);
}

async function runEngine({ name, slot, start }: EngineKind, isDurable: boolean): Promise<boolean> {
  const engine = await start(isDurable, logDir);
  const settings = ownSettings(`test-scale-${name}`, slot, {
    ...{ API: '2', WORKER: '3', RATE_LIMIT: 'off' },
    ...engine.settings,
  });
  try {
    return await withStack(settings, async (baseUrl) => {
      const faults = engine.faults.filter((fault) => onlyFaults?.includes(fault.name) ?? true);
      const found = new Map(faults.map((fault): [string, Round[]] => [fault.name, []]));
      for (let round = 1; round <= rounds; round += 1)
        for (const fault of faults) found.get(fault.name)?.push(await runRound(baseUrl, settings, fault));
      const label = isDurable ? name : `${name}, not durable`;
      return [...found].map(([fault, of]) => printRow(label, fault, of, isDurable)).every(Boolean);
    });
  } finally {
    await engine.stop();
  }
}

try {
  printLine('engine', 'fault', [
    ...['rounds', 'accepted', 'refused', 'leads refused', 'lost', 'doubled', 'recovery', 'worst'],
  ]);
  const results: boolean[] = [];
  for (const kind of kinds.filter(({ name }) => only?.includes(name) ?? true)) {
    if (kind.needsRoot && process.getuid?.() !== 0) {
      process.stdout.write(
        `${kind.name}: not run, because it needs networks of its own, which only root can make.\n`,
      );
      continue;
    }
    for (const isDurable of [true, false]) results.push(await runEngine(kind, isDurable));
  }
  const isGood = results.every(Boolean);
  process.stdout.write(
    isGood
      ? 'As it must be: nothing lost or doubled where a standby has it.\n'
      : 'Something was lost or doubled.\n',
  );
  if (isGood) rmSync(logDir, { recursive: true });
  else process.stdout.write(`The logs of the servers, and what was lost: ${logDir}\n`);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  // No finding: a port that is taken, a stack that does not start.
  console.error(`The drill could not run. The logs of the servers: ${logDir}`, error);
  // The load of the round that it broke off would go on.
  process.exit(2);
}
