import { readFileSync } from 'node:fs';
import { childrenOf, pidOf } from '@voordeur/operate/local/supervise.js';

/** Throws when the part doesn't run. */
export function pidOfPart(localDir: string, part: string): number {
  const pid = pidOf(localDir, part);
  if (pid === undefined) throw new Error(`${part} does not run`);
  return pid;
}

/** A process, and those that it and they have started. */
export function withChildren(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(withChildren)];
}

/** Memory of a process as the kernel divides what processes share (of 1,000,000 bytes). Throws once it has ended. */
export function memoryOf(pid: number): { pssMb: number; swapMb: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0) * 1_024) / 1e6;
  return { pssMb: megabytes('Pss'), swapMb: megabytes('SwapPss') };
}
