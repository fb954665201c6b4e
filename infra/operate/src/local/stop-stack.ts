import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './settings.js';

const stop = (...args: string[]) => promisify(execFile)(join(root, 'infra/operate/scripts/stop.sh'), args);

/** Whether runit keeps any part of this LOCAL_DIR running. */
export function isRunning(localDir: string): boolean {
  const runDir = join(localDir, 'run');
  const entries = existsSync(runDir) ? readdirSync(runDir, { withFileTypes: true }) : [];
  return entries.some(
    (entry) => entry.isDirectory() && spawnSync('sv', ['status', join(runDir, entry.name)]).status === 0,
  );
}

/** Ends the processes of a LOCAL_DIR, the last ones started first; resolves to whether there were any. The data stays. */
export async function stopStack(localDir: string): Promise<boolean> {
  const wasStarted = existsSync(join(localDir, 'run'));
  await stop(localDir);
  return wasStarted;
}

/** Ends these parts alone, where they run, each with 15 seconds to finish what it does. Their logs stay. */
export async function stopParts(localDir: string, names: string[]): Promise<void> {
  const services = names.map((name) => join(localDir, 'run', name)).filter((dir) => existsSync(dir));
  if (services.length === 0) return;
  await promisify(execFile)('sv', ['-w', '15', 'force-shutdown', ...services]);
  for (const dir of services) {
    rmSync(dir, { recursive: true });
    rmSync(`${dir}.pid`, { force: true });
  }
}

/** `stopStack`, and removes all that is in it. */
export async function removeData(localDir: string): Promise<void> {
  await stop(localDir, 'remove');
}
