import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { addressOf } from '@voordeur/operate/local/stack.js';
import { pidOf } from '@voordeur/operate/local/supervise.js';
import { signup } from '@voordeur/e2e/helpers/post.js';
import { forSeconds } from '../measuring/load.js';
import { ownConnection } from './load.js';

const fullForSeconds = 20;

/** Mounts a small disk in memory, until this process ends; null where it can't be mounted, which only root may. */
export function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'voordeur-disk-'));
  chmodSync(folder, 0o755);
  const mount = ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'voordeur', folder];
  const isMounted = spawnSync('mount', mount).status === 0;
  process.once('exit', () => {
    if (isMounted) execFileSync('umount', [folder]);
    rmdirSync(folder);
  });
  return isMounted ? folder : null;
}

/**
 * Leaves no byte of the stack's disk free for 20 s. Halfway Postgres and Redis are killed, for which no room is left to
 * start again. It's wrong if a page isn't served, or a lead neither accepted nor refused in the api's own words.
 */
export async function fillDisk({ wrong, ...settings }: Settings & { wrong: string[] }): Promise<void> {
  const site = addressOf(settings);
  const ballast = join(settings.localDir, 'ballast');
  const file = openSync(ballast, 'a');
  const answers: Record<string, number> = {};
  const isFull = forSeconds(fullForSeconds);
  const isFirstHalf = forSeconds(fullForSeconds / 2);
  let wereKilled = false;
  try {
    while (isFull()) {
      // Space freed meanwhile is taken too.
      fill(file);
      if (!isFirstHalf() && !wereKilled) {
        wereKilled = true;
        const pids = ['postgres', 'redis'].flatMap((part) => pidOf(settings.localDir, part) ?? []);
        for (const pid of pids) process.kill(pid, 'SIGKILL');
      }
      const lead = await describe('lead', `${site}/api/newsletter-signup`, signup());
      for (const answer of [await describe('page', site), lead]) answers[answer] = (answers[answer] ?? 0) + 1;
      await wait(100);
    }
  } finally {
    closeSync(file);
    rmSync(ballast);
  }
  const lines = Object.entries(answers).map(([answer, count]) => `${answer}: ${count}`);
  process.stdout.write(`  while the disk was full: ${lines.join(', ')}\n`);
  const wanted = ['page 200', 'lead 202', 'lead 503 unavailable'];
  wrong.push(...Object.keys(answers).filter((answer) => !wanted.includes(answer)));
  if (!answers['lead 503 unavailable']) wrong.push('no lead was refused, so the disk was never full');
}

function fill(file: number): void {
  try {
    for (const block = Buffer.alloc(65_536); ;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** `page 200`, `lead 503 unavailable`: what was asked for, the status and an error's code; or how it failed without an answer. */
async function describe(what: string, url: string, body?: object): Promise<string> {
  try {
    const answer = await fetch(url, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...ownConnection },
      signal: AbortSignal.timeout(5_000),
    });
    const text = await answer.text();
    const { code = '' } = body ? (JSON.parse(text) as { code?: string }) : {};
    return `${what} ${answer.status} ${code}`.trim();
  } catch (error) {
    return `${what} ${(error as Error).name}`;
  }
}
