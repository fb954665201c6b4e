import { spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Advice } from './advice.js';
import { serverPath } from './settings.js';
import { until } from './until.js';
import type { User } from './users.js';

/** A process that runit keeps alive. Its pid is in `run/<name>.pid`, its log is `log/<name>/current`. */
export interface Part {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  /** Variables in addition to PATH. */
  environment?: Record<string, string>;
  /** The user it runs as, if not the one who started it. */
  user?: User | undefined;
  /** In place of SIGTERM. */
  stopSignal?: NodeJS.Signals;
}

export function logFileOf(localDir: string, part: string): string {
  return join(localDir, 'log', part, 'current');
}

/**
 * Keeps a part running until `stopStack`: a dead one is started again within 2 s, for as long as it takes. Its runsv
 * outlives the terminal and the program that started it (https://smarden.org/runit/runsv.8).
 */
export function supervise(localDir: string, { name, stopSignal, ...part }: Part): void {
  const service = join(localDir, 'run', name);
  const log = logFileOf(localDir, name);
  const pidFile = `../${name}.pid`;
  // The scripts hold secrets.
  for (const dir of ['', 'control']) mkdirSync(join(service, dir), { recursive: true, mode: 0o700 });
  const script = (file: string, ...lines: string[]) => {
    writeFileSync(join(service, file), `${['#!/bin/sh', ...lines].join('\n')}\n`, { mode: 0o700 });
  };
  const { command, args, cwd, environment, user } = part;
  script(
    'run',
    // Every process of the part has `held` open, by which stop.sh finds those that outlive their runsv.
    'exec 9>held',
    // To the file itself: what reads a pipe and cannot write (svlogd on a full disk) holds up everyone that logs.
    `exec >>${quote(log)} 2>&1`,
    `echo $$ >${pidFile}`,
    `cd ${quote(cwd)}`,
    // As many open files as this user may have: nginx needs thousands, and shells begin with 1,024.
    'ulimit -n "$(ulimit -Hn)" 2>/dev/null',
    ...Object.entries({ PATH: serverPath(), ...environment })
      .filter(([variable]) => /^[a-z_]\w*$/i.test(variable))
      .map(([variable, value]) => `export ${variable}=${quote(value)}`),
    `exec chpst -P ${user ? `-u :${user.uid}:${user.gid}` : ''} ${[command, ...args].map(quote).join(' ')}`,
  );
  // Children it leaves behind, such as nginx's workers, are killed before the next one starts.
  script('finish', `kill -KILL -"$(cat ${pidFile})"`, `rm -f ${pidFile}`, 'touch ended');
  if (stopSignal) script('control/t', `exec kill -${stopSignal.slice(3)} "$(cat ${pidFile})"`);
  // Its files are readable for everyone who may enter it.
  mkdirSync(dirname(log), { recursive: true, mode: 0o750 });
  // nginx opens it by name.
  if (user) closeSync(openSync(log, 'a', 0o640));
  if (user) chownSync(log, user.uid, user.gid);
  spawn('runsv', [service], { detached: true, stdio: 'ignore' }).unref();
}

/** Throws `Advice` when the part has ended meanwhile, or is not ready in time. */
export async function untilReady(
  localDir: string,
  part: string,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const log = logFileOf(localDir, part);
  const isReadyOrEnded = async () => {
    if (await isReady()) return true;
    if (existsSync(join(localDir, 'run', part, 'ended')))
      throw new Advice(`${part} does not stay up.`, 'fix what its log reports, then make up again.', log);
    return false;
  };
  if (await until(isReadyOrEnded, { withinMs: 60_000 })) return;
  throw new Advice(`${part} is not ready in time.`, 'see its log; on a slow machine, make up again.', log);
}

/** The process of a part, or undefined in the moment between its end and its next start. */
export function pidOf(localDir: string, part: string): number | undefined {
  const file = join(localDir, 'run', `${part}.pid`);
  // Empty if there was no room for it: a signal to 0 would go to our own group.
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined;
}

/** proc(5): the children of a process' first thread; none of one that has ended. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
