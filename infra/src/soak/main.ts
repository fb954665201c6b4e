import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { account } from '../faults/account.js';
import { openReceiver } from '../faults/receiver.js';
import { giveUp } from '../local/advice.js';
import { root } from '../local/settings.js';
import { withStack } from '../local/test-stack.js';
import { readRow } from '../measuring/clients.js';
import { percentile, printRows } from '../measuring/figures.js';
import { lookWhile } from '../measuring/load.js';
import { judgeSoak } from './judge.js';
import { leadsPerSecond, nothingSent, sendSoakLoad, visitsPerSecond } from './load.js';
import { writeSoak } from './results.js';
import { type Sample, takeSample } from './samples.js';
import { soakSettings } from './settings.js';
import { openSmallMachine } from './small-machine.js';

/**
 * `make soak MINUTES=60`: the whole product on 1 GB and one core (where this user may limit them), under 300 visits and
 * 5 leads a second that come from outside of it. Memory, files and handles are read every five seconds; afterwards every
 * 202 must be accounted for once. Exit 1 when a target is missed. An hour of load and longer is written down.
 */
const minutes = Number(process.env['MINUTES'] ?? 60);
/** Before the load. */
const idleMinutes = Number(process.env['IDLE_MINUTES'] ?? 1);
const everyMs = 5_000;
const restMinutes = Math.min(5, Math.max(1, Math.round(minutes / 12)));
const allThereWithinMs = 120_000;

const receiver = await openReceiver();
const settings = soakSettings(receiver.port);
const machine = openSmallMachine(`voordeur-soak-${process.pid}`);
/** A copy, so that the memory of its code is shared with no other program of this machine. */
const node = join(root, '.local/soak-node');

// After Ctrl-C too.
process.once('exit', () => {
  machine?.remove();
  rmSync(node, { force: true });
});

const say = (line: string) => process.stdout.write(`${new Date().toTimeString().slice(0, 5)}  ${line}\n`);

function startInMachine(): Promise<void> {
  mkdirSync(join(root, '.local'), { recursive: true });
  copyFileSync(process.execPath, node);
  const program = join(root, 'infra/dist/soak/start.js');
  const [command, ...args] = [...(machine?.enter ?? []), node, program, String(receiver.port)];
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  return status === 0 ? Promise.resolve() : Promise.reject(new Error('the stack did not start'));
}

async function rest(seconds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs) {
    await wait(everyMs);
    samples.push(takeSample(settings.localDir, 0));
  }
  return samples;
}

async function underLoad(baseUrl: string) {
  const load = nothingSent();
  const samples: Sample[] = [];
  const startMs = performance.now();
  await lookWhile(
    sendSoakLoad(baseUrl, minutes * 60, load),
    () => {
      const minute = (performance.now() - startMs) / 60_000;
      const latencies = load.latenciesMs;
      load.latenciesMs = [];
      const latency =
        latencies.length > 0 ? { p50Ms: percentile(latencies, 50), p99Ms: percentile(latencies, 99) } : null;
      samples.push(takeSample(settings.localDir, minute, latency));
      const last = samples.at(-1);
      if (
        last &&
        Math.floor(minute) % 5 === 0 &&
        Math.floor(minute) !== Math.floor(samples.at(-2)?.minute ?? -1)
      )
        say(`minute ${Math.floor(minute)}: ${last.memoryMb.toFixed(0)} MB, ${last.handles} handles`);
    },
    everyMs,
  );
  return { load, samples };
}

try {
  const found = await withStack(
    settings,
    async (baseUrl) => {
      say(machine ? `On ${machine.size}.` : 'On the whole machine.');
      const fresh = await rest(idleMinutes * 60);
      say(
        `At rest: ${fresh.at(-1)?.memoryMb.toFixed(0)} MB. ${visitsPerSecond} visits and ${leadsPerSecond} leads a second …`,
      );
      const { load, samples } = await underLoad(baseUrl);
      say(
        `${load.accepted.visits.length + load.accepted.leads.length} accepted, ${load.refused} refused. Accounting …`,
      );
      const accounted = await account(settings.databaseUrl, load.accepted, receiver, allThereWithinMs);
      const { visitRows } = await readRow<{ visitRows: number }>(
        settings.databaseUrl,
        `select count(*)::int as "visitRows" from visits where page like '/soak/%'`,
      );
      say(`Resting for ${restMinutes} minutes …`);
      const rested = await rest(restMinutes * 60);
      const limits = machine && { size: machine.size, kills: machine.readKills() };
      return { fresh, load, samples, accounted, visitRows, rested, limits };
    },
    startInMachine,
  );
  const rows = judgeSoak({ ...found, idleMinutes, restMinutes });
  process.exitCode = printRows(rows) ? 0 : 1;
  writeSoak({ ...found, minutes, rows });
} catch (error) {
  giveUp(error);
} finally {
  await receiver.shut();
}
