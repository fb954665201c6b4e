import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listWorkers, type Settings } from '@voordeur/operate/local/settings.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { accountUnderLoad, measureRecovery } from '../faults/account.js';
import { median, printCells } from '../measuring/figures.js';
import { pidOfPart } from '../measuring/process.js';
import type { Engine, EngineFault } from './engine.js';
import { startPatroni } from './patroni.js';
import { startCluster, startSentinel } from './redis.js';

/**
 * `make drill NAME=scale ROUNDS=n ENGINES=sentinel,cluster,patroni`: two apis and three workers under steady load, on servers of
 * which one takes the place of another. The one in use dies or hangs, comes back, and then every 202 must be accounted for
 * once. Exit 1 where something was lost or doubled, 2 where the drill itself could not run. What was lost is named in a folder
 * with the logs of the servers.
 */
const engines: Record<string, (logDir: string) => Promise<Engine>> = {
  sentinel: startSentinel,
  cluster: startCluster,
  patroni: startPatroni,
};
const rounds = Number(process.env['ROUNDS'] ?? 3);
const only = process.env['ENGINES']?.split(',');
const requestsPerSecond = 50;
const allThereWithinMs = 90_000;
const logDir = mkdtempSync(join(tmpdir(), 'voordeur-scale-'));

/** Strikes once under load, repairs it under load, and looks for all that was accepted. */
async function runRound(
  baseUrl: string,
  settings: Settings,
  { name, strike, repair, stopsWorkers = false }: EngineFault,
) {
  const { databaseUrl, localDir } = settings;
  const workers = stopsWorkers ? listWorkers(settings).map((worker) => pidOfPart(localDir, worker.name)) : [];
  const strikeAndRepair = async () => {
    await wait(1_000 + Math.random() * 1_000);
    for (const worker of workers) process.kill(worker, 'SIGSTOP');
    await strike();
    for (const worker of workers) process.kill(worker, 'SIGCONT');
    const recoverySeconds = await measureRecovery(baseUrl, databaseUrl, allThereWithinMs);
    await wait(500);
    await repair();
    await wait(500);
    return recoverySeconds;
  };
  const target = { baseUrl, databaseUrl };
  const round = await accountUnderLoad(target, requestsPerSecond, allThereWithinMs, strikeAndRepair);
  if (round.lost > 0)
    writeFileSync(join(logDir, `lost-${Date.now()}.json`), JSON.stringify({ name, lost: round.missing }));
  return round;
}

async function runEngine(name: string, start: (logDir: string) => Promise<Engine>): Promise<boolean> {
  const engine = await start(logDir);
  const more = { API: '2', WORKER: '3', RATE_LIMIT: 'off', ...engine.settings };
  const settings = ownSettings(`test-scale-${name}`, 6, more);
  try {
    return await withStack(settings, async (baseUrl) => {
      const results: boolean[] = [];
      for (const fault of engine.faults) {
        const found: Awaited<ReturnType<typeof runRound>>[] = [];
        while (found.length < rounds) found.push(await runRound(baseUrl, settings, fault));
        const sum = (count: (round: (typeof found)[number]) => number) =>
          found.reduce((total, round) => total + count(round), 0);
        const recoveries = found.map(({ result }) => result);
        const isGood = found.every(({ isRight }) => isRight) && recoveries.every(Number.isFinite);
        const cells = [
          ...[rounds, sum(({ accepted }) => accepted), sum(({ refusedAll }) => refusedAll)],
          ...[sum(({ lost }) => lost), sum(({ doubled }) => doubled), sum(({ differing }) => differing)],
          ...[median(recoveries), Math.max(...recoveries)].map((seconds) => `${seconds.toFixed(1)} s`),
        ];
        printLine(`${name}: ${fault.name}`, cells, isGood ? '' : '  <- wrong');
        results.push(isGood);
      }
      return results.every(Boolean);
    });
  } finally {
    await engine.stop();
  }
}

function printLine(head: string, cells: (string | number)[], end = ''): void {
  printCells([head.padEnd(42), ...cells.map(String)], end);
}

try {
  printLine('engine and fault', [
    ...['rounds', 'accepted', 'refused', 'lost', 'doubled', 'differing', 'recovery', 'worst'],
  ]);
  let isGood = true;
  for (const [name, start] of Object.entries(engines))
    if (only?.includes(name) ?? true) isGood = (await runEngine(name, start)) && isGood;
  process.stdout.write(isGood ? 'Nothing lost, nothing doubled.\n' : 'Something was lost or doubled.\n');
  if (isGood) rmSync(logDir, { recursive: true });
  else process.stdout.write(`The logs of the servers, and what was lost: ${logDir}\n`);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  // No finding: a port that is taken, a stack that does not start.
  console.error(`The drill could not run. The logs of the servers: ${logDir}`, error);
  // The load of the round that it broke off would go on.
  process.exit(2);
}
