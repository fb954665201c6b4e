import { spawnSync } from 'node:child_process';

/** Megabytes that a folder takes, links followed; 0 if it doesn't exist. */
export function diskUse(folder: string): number {
  const { stdout } = spawnSync('du', ['-sLB1', folder], { encoding: 'utf8' });
  return Number(/^\d+/.exec(stdout)?.[0] ?? 0) / 1e6;
}
