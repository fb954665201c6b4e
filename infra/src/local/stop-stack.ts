import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { logFileOf } from './open-log.js';
import { startsBefore, stopSignalOf } from './parts.js';
import { endGroup, endProcess, forgetPid, leftBehindBy, pidOf } from './processes.js';

/** Longer than the supervisor waits for all of its parts together. */
const supervisorPatienceMs = 100_000;
const patienceMs = 15_000;

/** The supervisor's process, while it runs. */
export function supervisorOf(localDir: string): number | undefined {
  return pidOf(join(localDir, 'run'), 'supervisor');
}

/** The parts whose processes are alive and ours, in the order of starting. */
export function listRunning(localDir: string): { part: string; pid: number }[] {
  return partsIn(localDir)
    .map((part) => ({ part, pid: pidOf(join(localDir, 'run'), part) }))
    .filter((found): found is { part: string; pid: number } => found.pid !== undefined)
    .sort((one, other) => startsBefore(one.part, other.part));
}

/** The parts that are dead while processes of theirs live on. */
export function listLeftBehind(localDir: string): { part: string; leader: number; pids: number[] }[] {
  return partsIn(localDir)
    .map((part) => ({ part, ...leftBehindBy(join(localDir, 'run'), part, logFileOf(localDir, part)) }))
    .filter(({ pids }) => pids.length > 0);
}

function partsIn(localDir: string): string[] {
  const runDir = join(localDir, 'run');
  if (!existsSync(runDir)) return [];
  return readdirSync(runDir)
    .filter((name) => name.endsWith('.pid') && name !== 'supervisor.pid')
    .map((name) => name.slice(0, -'.pid'.length));
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
  const leftBehind = listLeftBehind(localDir);
  for (const { leader, pids } of leftBehind) await endGroup(leader, pids);
  rmSync(runDir, { recursive: true, force: true });
  return supervisor !== undefined || left.length > 0 || leftBehind.length > 0;
}
