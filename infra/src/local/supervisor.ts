import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, closeSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from './open-log.js';
import { endProcess, forgetPid, killGroup, writePid } from './processes.js';
import type { Part } from './parts.js';

/**
 * Keeps the parts it started alive: a dead one is started again within 2 s, for as long as it
 * takes. It outlives the terminal and the program that started it; SIGTERM ends the parts, the last one
 * started first, and then itself. Run as `node supervisor.js <LOCAL_DIR>` with an IPC channel that brings
 * `Order`s and takes `Report`s.
 */
export interface Order {
  start: Part[];
}
export interface Report {
  part: string;
  what: 'started' | 'ended';
}

const restartAfterMs = 200;
/** The api and the worker finish what runs within 10 s. */
const patienceMs = 15_000;

const localDir = process.argv[2] ?? '';
const runDir = join(localDir, 'run');
const running: { part: Part; child: ChildProcess | undefined }[] = [];
let stopping = false;

mkdirSync(runDir, { recursive: true });
writePid(runDir, 'supervisor', process.pid);

process.on('message', ({ start }: Order) => {
  for (const part of start) {
    const kept = { part, child: undefined };
    running.push(kept);
    launch(kept);
  }
});
process.on('SIGTERM', () => void stopAll());
process.on('SIGINT', () => void stopAll());
// The terminal that started us is closed.
process.on('SIGHUP', () => undefined);
// The parts are kept alive whether or not the program that ordered them still listens.
process.on('disconnect', () => undefined);
setInterval(() => undefined, 1 << 30);

function launch(kept: (typeof running)[number]): void {
  const { part } = kept;
  const log = openLog(localDir, part.name);
  const child = spawn(part.command, part.args, {
    cwd: part.cwd,
    env: part.environment,
    detached: true,
    stdio: ['ignore', log, log],
    ...(part.user && { uid: part.user.uid, gid: part.user.gid }),
  });
  closeSync(log);
  kept.child = child;
  let done = false;
  const ended = (why: string) => {
    if (done) return;
    done = true;
    if (child.pid) killGroup(child.pid);
    forgetPid(runDir, part.name);
    kept.child = undefined;
    report({ part: part.name, what: 'ended' });
    if (stopping) return;
    say(`${part.name} ended (${why}), starting it again`);
    setTimeout(() => {
      if (!stopping) launch(kept);
    }, restartAfterMs);
  };
  child.once('error', (error) => {
    say(`${part.name}: ${error.message}`);
    ended('it could not be started');
  });
  child.once('exit', (code, signal) => {
    ended(signal ?? `code ${code ?? ''}`);
  });
  if (!child.pid) return;
  writePid(runDir, part.name, child.pid);
  report({ part: part.name, what: 'started' });
}

async function stopAll(): Promise<void> {
  if (stopping) return;
  stopping = true;
  say('stopping');
  for (const { part, child } of running.toReversed()) {
    if (child?.pid) await endProcess(child.pid, part.stopSignal, patienceMs);
  }
  forgetPid(runDir, 'supervisor');
  process.exit(0);
}

function report(what: Report): void {
  if (process.connected) process.send?.(what);
}

function say(what: string): void {
  const log = openLog(localDir, 'supervisor');
  writeSync(log, `${new Date().toISOString()} ${what}\n`);
  closeSync(log);
}
