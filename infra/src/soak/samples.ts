import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median } from '../measuring/figures.js';
import { type PartUse, readStackUse } from '../measuring/stack-memory.js';

/** A stack at one moment. */
export interface Sample {
  /** Of the load. */
  minute: number;
  parts: Map<string, PartUse>;
  memoryMb: number;
  swapMb: number;
  handles: number;
  /** The tables and their indexes. */
  databaseMb: number;
  /** All other files: what Postgres and Redis write ahead, logs, pages. */
  otherFilesMb: number;
  /** Of the visits since the sample before; none where none were sent. */
  latency: { p50Ms: number; p99Ms: number } | null;
}

export function takeSample(localDir: string, minute: number, latency: Sample['latency'] = null): Sample {
  const parts = readStackUse(localDir);
  const sum = (of: keyof PartUse) => [...parts.values()].reduce((total, part) => total + part[of], 0);
  const databaseMb = diskMb(join(localDir, 'postgres/base'));
  return {
    minute,
    parts,
    memoryMb: sum('pssMb'),
    swapMb: sum('swapMb'),
    handles: sum('handles'),
    databaseMb,
    otherFilesMb: diskMb(localDir) - databaseMb,
    latency,
  };
}

/** As on the disk, of 1,000,000 bytes. */
function diskMb(folder: string): number {
  // It exits with 1 for a file that goes meanwhile.
  const { stdout } = spawnSync('du', ['--summarize', '--dereference', '--block-size=1', folder]);
  return Number.parseInt(String(stdout), 10) / 1e6;
}

/** The quarters of a run, in which the first has to warm up. */
export function quarterOf<Value>(values: Value[], number: 1 | 2 | 3 | 4): Value[] {
  const quarter = values.length / 4;
  return values.slice(Math.floor((number - 1) * quarter), Math.floor(number * quarter));
}

/**
 * The median of the last quarter over that of the second: 1 for what stays as it is. In the first one processes warm up
 * and Postgres' memory fills.
 */
export function growth(values: number[]): number {
  return median(quarterOf(values, 4)) / median(quarterOf(values, 2));
}

/** The parts, the largest first. */
export function partNames(samples: Sample[]): string[] {
  const most = new Map<string, number>();
  for (const { parts } of samples)
    for (const [name, { pssMb }] of parts) most.set(name, Math.max(most.get(name) ?? 0, pssMb));
  return [...most].sort(([, one], [, other]) => other - one).map(([name]) => name);
}
