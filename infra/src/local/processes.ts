import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Beside `<part>.pid` stands `<part>.start`, when the kernel started that process: a number that has gone to
 * another program since must never be signalled.
 */
export function writePid(runDir: string, part: string, pid: number): void {
  writeFileSync(join(runDir, `${part}.start`), startOf(pid) ?? '');
  writeFileSync(join(runDir, `${part}.pid`), `${pid}\n`);
}

export function forgetPid(runDir: string, part: string): void {
  rmSync(join(runDir, `${part}.pid`), { force: true });
  rmSync(join(runDir, `${part}.start`), { force: true });
}

/** The process of a part while it is alive and really ours, else undefined. */
export function pidOf(runDir: string, part: string): number | undefined {
  const file = join(runDir, `${part}.pid`);
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8'));
  const startFile = join(runDir, `${part}.start`);
  const start = existsSync(startFile) ? readFileSync(startFile, 'utf8') : '';
  return start !== '' && startOf(pid) === start ? pid : undefined;
}

/**
 * What a part left behind that was killed together with its supervisor, such as nginx's workers. They are ours when
 * their group has the number of the part's dead process and one of them writes to the part's log. No other process
 * can have got that number while the group lives.
 */
export function leftBehindBy(
  runDir: string,
  part: string,
  logFile: string,
): { leader: number; pids: number[] } {
  const file = join(runDir, `${part}.pid`);
  const leader = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (process.platform !== 'linux' || leader === 0 || startOf(leader) !== undefined)
    return { leader, pids: [] };
  const group = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number(fieldsOf(pid)?.[2]) === leader && startOf(pid) !== undefined);
  return { leader, pids: group.some((pid) => writesTo(pid, logFile)) ? group : [] };
}

/** Ends all of a group whose leader is dead. */
export async function endGroup(leader: number, group: number[]): Promise<void> {
  killGroup(leader);
  while (group.some((pid) => startOf(pid) !== undefined)) await wait(50);
}

/** Sends `signal`, waits for the end, and after `patienceMs` kills the whole group. */
export async function endProcess(pid: number, signal: NodeJS.Signals, patienceMs: number): Promise<void> {
  const start = startOf(pid);
  const gone = () => startOf(pid) !== start;
  trySignal(pid, signal);
  const deadline = Date.now() + patienceMs;
  while (!gone() && Date.now() < deadline) await wait(50);
  if (!gone()) killGroup(pid);
  while (!gone()) await wait(50);
}

/** Each part leads a group of its own: what its leader leaves behind (nginx's workers) goes with it. */
export function killGroup(leader: number): void {
  trySignal(-leader, 'SIGKILL');
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** When a process was started, as the kernel says it; undefined when it is gone (a zombie is). */
function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return startByPs(pid);
  const fields = fieldsOf(pid);
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}

/** Of the kernel's line about a process, from its state on: the group is the 3rd, the start time the 20th. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    // The name in brackets before them may hold spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}

function writesTo(pid: number, file: string): boolean {
  return [1, 2].some((output) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${output}`) === realpathSync(file);
    } catch {
      return false;
    }
  });
}

function startByPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
