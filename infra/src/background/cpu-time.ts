import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Seconds that each process of a tree has been on a core since it began, by what it is for (`browser`, `renderer`, …). */
export type CpuTimes = Map<string, number>;

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Of a browser and all processes below it, from Linux' /proc. A process that ends while we read counts for nothing. */
export function readCpuTimes(browserPid: number): CpuTimes {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)));
  const times: CpuTimes = new Map();
  const tree = [browserPid];
  for (const pid of tree) {
    const own = processes.find((process) => process.pid === pid);
    if (own) times.set(own.role, (times.get(own.role) ?? 0) + own.seconds);
    tree.push(...processes.filter(({ parent }) => parent === pid).map((child) => child.pid));
  }
  return times;
}

function readProcess(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything; behind it: state, parent, … user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const role = /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser';
    const seconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    return [{ pid, parent: Number(fields[1]), role, seconds }];
  } catch {
    return [];
  }
}
