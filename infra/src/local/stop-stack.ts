import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startsBefore, stopSignalOf } from './parts.js';
import { endProcess, forgetPid, pidOf } from './processes.js';

/** Longer than the supervisor waits for all of its parts together. */
const supervisorPatienceMs = 100_000;
const patienceMs = 15_000;

/** The supervisor's process, while it runs. */
export function supervisorOf(localDir: string): number | undefined {
  return pidOf(join(localDir, 'run'), 'supervisor');
}

/** The parts whose processes are alive and ours, in the order of starting. */
export function listRunning(localDir: string): { part: string; pid: number }[] {
  const runDir = join(localDir, 'run');
  if (!existsSync(runDir)) return [];
  return readdirSync(runDir)
    .filter((name) => name.endsWith('.pid') && name !== 'supervisor.pid')
    .map((name) => ({
      part: name.slice(0, -'.pid'.length),
      pid: pidOf(runDir, name.slice(0, -'.pid'.length)),
    }))
    .filter((found): found is { part: string; pid: number } => found.pid !== undefined)
    .sort((one, other) => startsBefore(one.part, other.part));
}

/**
 * Ends the supervisor first, who ends its parts, and then what a killed supervisor may have left; resolves when
 * all are gone, to whether anything ran. The data stays.
 */
export async function stopStack(localDir: string): Promise<boolean> {
  const runDir = join(localDir, 'run');
  const supervisor = supervisorOf(localDir);
  if (supervisor) await endProcess(supervisor, 'SIGTERM', supervisorPatienceMs);
  const left = listRunning(localDir);
  for (const { part, pid } of left.toReversed()) {
    await endProcess(pid, stopSignalOf(part), patienceMs);
    forgetPid(runDir, part);
  }
  rmSync(runDir, { recursive: true, force: true });
  return supervisor !== undefined || left.length > 0;
}
