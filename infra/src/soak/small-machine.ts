import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A group of processes that may use so much memory and time as a small machine has (cgroups(7)). */
export interface SmallMachine {
  /** In words, for the head of a table. */
  size: string;
  /** The command that runs another one in it; what that one starts is in it too. */
  enter: [string, ...string[]];
  /** What its processes hold, of 1,000,000 bytes; without files that the kernel keeps in memory while there is room. */
  readHeldMb: () => number;
  /** How often a process was killed because there was no memory left. */
  readKills: () => number;
  /** Once its processes have ended; before that it stays. */
  remove: () => void;
}

const root = '/sys/fs/cgroup';
const megabytes = 1_024;
const bytes = String(megabytes * 1_024 ** 2);
const size = '1 GB of memory, no swap, one core';

/** Limits 1 GB, without swap, and one core. Null, with the reason on stdout, where this user may not. */
export function openSmallMachine(name: string): SmallMachine | null {
  try {
    return existsSync(join(root, 'memory')) ? openVersion1(name) : openVersion2(name);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stdout.write(`Without a limit of memory and cores, which takes root and cgroups: ${reason}\n`);
    return null;
  }
}

function openVersion1(name: string): SmallMachine {
  const memory = makeGroup(join(root, 'memory', name), {
    'memory.limit_in_bytes': bytes,
    // With swap; not there where the kernel doesn't count it.
    'memory.memsw.limit_in_bytes?': bytes,
  });
  const cpu = makeGroup(join(root, 'cpu', name), {
    'cpu.cfs_period_us': '100000',
    'cpu.cfs_quota_us': '100000',
  });
  return machineOf([memory, cpu], {
    statistics: join(memory, 'memory.stat'),
    kills: join(memory, 'memory.oom_control'),
  });
}

function openVersion2(name: string): SmallMachine {
  writeFileSync(join(root, 'cgroup.subtree_control'), '+memory +cpu');
  const group = makeGroup(join(root, name), {
    'memory.max': bytes,
    'memory.swap.max?': '0',
    'cpu.max': '100000 100000',
  });
  return machineOf([group], { statistics: join(group, 'memory.stat'), kills: join(group, 'memory.events') });
}

/** A setting whose name ends in ? is left out where the kernel doesn't have it. */
function makeGroup(group: string, settings: Record<string, string>): string {
  mkdirSync(group, { recursive: true });
  for (const [name, value] of Object.entries(settings)) {
    const file = join(group, name.replace('?', ''));
    if (name.endsWith('?') && !existsSync(file)) continue;
    writeFileSync(file, value);
  }
  return group;
}

function machineOf(groups: string[], files: { statistics: string; kills: string }): SmallMachine {
  const lists = groups.map((group) => join(group, 'cgroup.procs'));
  return {
    size,
    enter: ['sh', '-c', `${lists.map((list) => `echo $$ >${list} && `).join('')}exec "$@"`, 'sh'],
    readHeldMb: () => readNumber(files.statistics, /^(?:total_rss|anon) (\d+)$/m) / 1e6,
    readKills: () => readNumber(files.kills, /^oom_kill (\d+)$/m),
    remove: () => {
      const isEmpty = lists.every((list) => readFileSync(list, 'utf8') === '');
      if (isEmpty) for (const group of groups) rmdirSync(group);
    },
  };
}

const readNumber = (file: string, line: RegExp) => Number(line.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
