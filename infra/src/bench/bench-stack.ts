import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type pg from 'pg';
import type { Part } from '../local/supervise.js';
import { root, type Settings } from '../local/settings.js';
import { pidOf } from '../local/supervise.js';
import { ownSettings } from '../local/test-stack.js';

/** Batches that the worker has under way, and connections of what it is compared with. */
export const concurrency = Number(process.env['WORKER_CONCURRENCY'] ?? 2);

/** The stack that is measured: the product's own parts and durability, one api, one worker, no rate limits. */
export function benchSettings(name = 'bench', slot = 3, more: Record<string, string> = {}): Settings {
  return ownSettings(name, slot, {
    RATE_LIMIT: 'off',
    // The load names its visitors in X-Forwarded-For.
    TRUSTED_PROXIES: '127.0.0.1',
    WORKER_CONCURRENCY: String(concurrency),
    ...more,
  });
}

/** A process beside the stack: what it is compared with, or a second api. */
export interface Beside {
  pid: number;
  end: () => Promise<void>;
}

/** Starts a part and resolves when `url` answers 2xx. Throws after 20 s. */
export async function startBeside(part: Part, url: string): Promise<Beside> {
  mkdirSync(join(root, '.local/bench/log'), { recursive: true });
  const log = openSync(join(root, '.local/bench/log', `${part.name}.log`), 'w');
  const child = spawn(part.command, part.args, {
    cwd: part.cwd,
    env: part.environment,
    stdio: ['ignore', log, log],
  });
  await untilAnswers(url, child);
  return { pid: child.pid ?? 0, end: () => endChild(child, part.stopSignal) };
}

/** Resolves when `url` answers 2xx, looking every 5 ms. */
export async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`it ended before it answered ${url}`);
    if (Date.now() > deadline) throw new Error(`${url} did not answer`);
    await wait(5);
  }
}

export async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, 'exit');
}

export function pidOfPart({ localDir: dir }: Settings, part: string): number {
  const pid = pidOf(dir, part);
  if (pid === undefined) throw new Error(`${part} does not run`);
  return pid;
}

/** While the worker stands still, what is accepted stays in Redis; it is thrown away before the worker goes on. */
export async function withoutWorker<Result>(
  settings: Settings,
  work: () => Promise<Result>,
): Promise<Result> {
  const worker = pidOfPart(settings, 'worker-1');
  process.kill(worker, 'SIGSTOP');
  try {
    return await work();
  } finally {
    const redis = new Redis(settings.redisUrl);
    await redis.flushall();
    redis.disconnect();
    process.kill(worker, 'SIGCONT');
  }
}

/** Rows of `visits`, read from the rollup, which is updated in the same statement. */
export async function countVisits(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'select coalesce(sum(people + bots), 0)::float8 as n from visits_by_day',
  );
  return rows[0]?.n ?? 0;
}
