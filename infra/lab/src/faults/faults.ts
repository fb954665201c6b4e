import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { scaleStack } from '@voordeur/operate/local/scale-stack.js';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { childrenOf } from '@voordeur/operate/local/supervise.js';
import { pidOfPart } from '../measuring/process.js';
import { fillDisk } from './full-disk.js';
import type { Receiver } from './receiver.js';

/** Where a fault strikes. */
interface Target extends Settings {
  receiver: Receiver;
  /** Takes what was not as it must be while the fault lasted, in words. */
  wrong: string[];
}

/** A fault. It strikes under load, and resolves when nothing more will happen by itself. */
export interface Fault {
  name: string;
  strike: (target: Target) => Promise<void>;
  /** Nothing that must not be lost may be refused while this lasts: it has another place to go. */
  leadsGoOn?: boolean;
  /** Nobody may notice. */
  allGoesOn?: boolean;
  /** It fills the disk, so the stack is on a small one of its own. Run by name alone. */
  needsSmallDisk?: boolean;
  /** Jobs that were done but for their ack run a second time; before that, doubles cannot show. */
  runsAgain?: boolean;
}

export const faults: Fault[] = [
  { name: 'worker', strike: ({ localDir }) => killWithWorkInHand(localDir, 'worker-1') },
  { name: 'worker at its ack', strike: killBetweenRowAndAck, runsAgain: true },
  { name: 'worker repeatedly', strike: killWorkerAgain },
  { name: 'api', strike: ({ localDir }) => kill(pidOfPart(localDir, 'api-1')) },
  { name: 'nginx workers', strike: ({ localDir }) => kill(...childrenOf(pidOfPart(localDir, 'nginx'))) },
  { name: 'redis', strike: ({ localDir }) => killWithWorkInHand(localDir, 'redis'), leadsGoOn: true },
  { name: 'postgres', strike: ({ localDir }) => kill(pidOfPart(localDir, 'postgres')), leadsGoOn: true },
  { name: 'two of each and back', strike: scaleUpAndDown, allGoesOn: true },
  { name: 'receiver: 500', strike: ({ receiver }) => inMood(receiver, 'failing') },
  { name: 'receiver: hangs', strike: ({ receiver }) => inMood(receiver, 'hanging') },
  { name: 'receiver: gone', strike: ({ receiver }) => beGone(receiver) },
  { name: 'full disk', strike: fillDisk, needsSmallDisk: true },
];

/**
 * Work piles up before a stopped worker; the kill comes as it sets about it. So a kill meets jobs in every state,
 * and a Redis that forgets has something to forget.
 */
async function killWithWorkInHand(localDir: string, part: 'worker-1' | 'redis'): Promise<void> {
  const worker = pidOfPart(localDir, 'worker-1');
  process.kill(worker, 'SIGSTOP');
  await wait(600 + Math.random() * 400);
  if (part === 'redis') await kill(pidOfPart(localDir, part));
  process.kill(worker, 'SIGCONT');
  await wait(5 + Math.random() * 60);
  if (part === 'worker-1') await kill(worker);
}

/** The rows are there and Redis, frozen, doesn't know it yet: every job in hand runs again. */
async function killBetweenRowAndAck({ localDir, databaseUrl }: Target): Promise<void> {
  const redis = pidOfPart(localDir, 'redis');
  await whilePostgresIsBusy(databaseUrl, async () => {
    await wait(1_000);
    process.kill(redis, 'SIGSTOP');
  });
  await wait(500); // in which the jobs in hand become rows
  // Both: what a dead worker has sent would still be read by a Redis that goes on.
  await kill(pidOfPart(localDir, 'worker-1'), redis);
}

/** BullMQ gives a dead worker's jobs out again after the end of their lock (10 s) and a look for it (every 5 s). */
export const takenUpAgainMs = 16_000;

/**
 * One job meets several kills: Postgres is busy, so jobs stay in hand, and those of a dead worker are the first
 * that the next one takes. Each must be done in the end, however often it was begun.
 */
async function killWorkerAgain({ localDir, databaseUrl }: Target): Promise<void> {
  await whilePostgresIsBusy(databaseUrl, async () => {
    await wait(1_000);
    for (let times = 1; times <= 3; times += 1) {
      await kill(pidOfPart(localDir, 'worker-1'));
      await wait(takenUpAgainMs);
    }
  });
}

/** Jobs that want to write stay in the worker's hand meanwhile. */
async function whilePostgresIsBusy(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const busy = new pg.Client(databaseUrl);
  await busy.connect();
  try {
    await busy.query('begin');
    // Visits last: a batch of goals has written its rows when it waits for the day's lock, a batch of page views hasn't.
    await busy.query('lock table video_views, reached_goals, leads, visits in exclusive mode');
    await work();
  } finally {
    await busy.end(); // rolls back
  }
}

/** A second api and a second worker take their share, and go with what they have in hand done. */
async function scaleUpAndDown(settings: Target): Promise<void> {
  await scaleStack({ ...settings, apiProcesses: 2, workerProcesses: 2 });
  await wait(1_000);
  await scaleStack({ ...settings, apiProcesses: 1, workerProcesses: 1 });
}

async function inMood(receiver: Receiver, mood: Receiver['mood']): Promise<void> {
  receiver.mood = mood;
  await wait(2_000);
  receiver.mood = 'well';
}

async function beGone(receiver: Receiver): Promise<void> {
  await receiver.shut();
  await wait(2_000);
  await receiver.open();
}

function kill(...pids: number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return Promise.resolve();
}
