import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Memory of all processes of a part. */
export interface PartUse {
  /** Proportional set size, of 1,000,000 bytes: memory that several processes share is divided among them. */
  pssMb: number;
  swapMb: number;
  /** Open files and connections. */
  handles: number;
}

/**
 * Memory of each part of a running stack, all its processes together: nginx's workers, Postgres' connections. What
 * keeps the parts running and writes their logs is the part `runit`.
 */
export function readStackUse(localDir: string): Map<string, PartUse> {
  const found = new Map<string, PartUse>();
  for (const { part, pid } of listProcesses(join(localDir, 'run'))) {
    const use = readUse(pid);
    if (!use) continue;
    const sum = found.get(part) ?? { pssMb: 0, swapMb: 0, handles: 0 };
    found.set(part, {
      pssMb: sum.pssMb + use.pssMb,
      swapMb: sum.swapMb + use.swapMb,
      handles: sum.handles + use.handles,
    });
  }
  return found;
}

/** Every process that runit started for a folder of services, and all those that they started. */
function listProcesses(runDir: string): { part: string; pid: number }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readParent(Number(name)));
  const partsOf = (parent: number, part: string): { part: string; pid: number }[] =>
    all
      .filter((one) => one.parent === parent)
      .flatMap(({ pid, name }) => [{ part: name === 'svlogd' ? 'runit' : part, pid }, ...partsOf(pid, part)]);
  return all
    .filter(({ name }) => name === 'runsv')
    .flatMap(({ pid }) => {
      const [, service = ''] = readProc(pid, 'cmdline')?.split('\0') ?? [];
      if (dirname(service) !== runDir) return [];
      return [{ part: 'runit', pid }, ...partsOf(pid, basename(service))];
    });
}

/** proc(5): a process by its name, and who started it; none if it has ended meanwhile. */
function readParent(pid: number): { pid: number; parent: number; name: string }[] {
  const [, name = '', parent] = /\((.*)\) \S (\d+)/s.exec(readProc(pid, 'stat') ?? '') ?? [];
  return parent === undefined ? [] : [{ pid, parent: Number(parent), name }];
}

function readUse(pid: number): PartUse | null {
  const rollup = readProc(pid, 'smaps_rollup');
  if (rollup === null) return null;
  // In kB of 1,024 bytes.
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0) * 1_024) / 1e6;
  try {
    return {
      pssMb: megabytes('Pss'),
      swapMb: megabytes('SwapPss'),
      handles: readdirSync(`/proc/${pid}/fd`).length,
    };
  } catch {
    return null;
  }
}

/** Null for a process that has ended. */
function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
