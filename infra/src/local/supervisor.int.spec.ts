import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logKeeper, type Part } from './parts.js';
import { pidOf } from './processes.js';
import { Supervisor } from './stack.js';
import { listLeftBehind, listRunning, stopStack, supervisorOf } from './stop-stack.js';

let localDir: string;
const runDir = () => join(localDir, 'run');
const logOf = (part: string) => readFileSync(join(localDir, 'log', `${part}.log`), 'utf8');

beforeEach(() => {
  localDir = mkdtempSync(join(tmpdir(), 'voordeur-supervisor-'));
});
afterEach(async () => {
  await stopStack(localDir);
  rmSync(localDir, { recursive: true });
});

/** A process that says when it is up and when it is asked to end. */
function part(name: string, program = ''): Part {
  const listen = `process.on('SIGTERM', () => { console.log('asked to end'); process.exit() });`;
  return {
    name,
    command: process.execPath,
    args: ['-e', `${listen} setInterval(() => {}, 1000); ${program} console.log('up');`],
    cwd: localDir,
    environment: {},
    stopSignal: 'SIGTERM',
  };
}

async function start(...parts: Part[]): Promise<void> {
  const supervisor = new Supervisor(localDir);
  supervisor.start(parts);
  for (const { name } of parts) await supervisor.untilReady(name, () => Promise.resolve(isUp(name)));
  supervisor.letGo();
}
const isUp = (name: string) => existsSync(join(localDir, 'log', `${name}.log`)) && logOf(name).includes('up');

async function until<Value>(read: () => Value | undefined | false, withinMs = 20_000): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await wait(20);
  }
}

const isAlive = (pid: number) => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

it('starts a killed part again within 2 s, and nothing of the old one stays', async () => {
  const leavesAChild = `const child = require('child_process').spawn('sleep', ['600']); console.log('child', child.pid);`;
  await start(part('api-1', leavesAChild));
  const first = await until(() => pidOf(runDir(), 'api-1'));
  const child = await until(() => Number(/child (\d+)/.exec(logOf('api-1'))?.[1]) || undefined);
  process.kill(first, 'SIGKILL');
  const second = await until(() => {
    const pid = pidOf(runDir(), 'api-1');
    return pid !== first && pid;
  }, 2_000);
  expect(isAlive(second)).toBe(true);
  await until(() => !isAlive(child));
});

it('ends the last one started first, and itself', async () => {
  const slowly = `process.on('exit', () => { console.log(Date.now()) });`;
  await start(part('redis', slowly), part('nginx', slowly));
  const supervisor = await until(() => supervisorOf(localDir));
  expect(await stopStack(localDir)).toBe(true);
  const endedAt = (name: string) => Number(/asked to end\n(\d+)/.exec(logOf(name))?.[1]);
  expect(endedAt('nginx')).toBeLessThan(endedAt('redis'));
  expect(isAlive(supervisor)).toBe(false);
  expect(existsSync(runDir())).toBe(false);
  expect(await stopStack(localDir)).toBe(false);
});

it('ends what a killed supervisor left', async () => {
  await start(part('worker-1'));
  const left = await until(() => pidOf(runDir(), 'worker-1'));
  process.kill(await until(() => supervisorOf(localDir)), 'SIGKILL');
  await until(() => supervisorOf(localDir) === undefined);
  expect(listRunning(localDir)).toEqual([{ part: 'worker-1', pid: left }]);
  await stopStack(localDir);
  expect(isAlive(left)).toBe(false);
});

it('ends what a part left that was killed with its supervisor, and nothing else', async () => {
  const leavesAChild = `const child = require('child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
    console.log('child', child.pid);`;
  await start(part('nginx', leavesAChild), part('api-1'));
  const nginx = await until(() => pidOf(runDir(), 'nginx'), 2_000);
  const child = await until(() => Number(/child (\d+)/.exec(logOf('nginx'))?.[1]) || undefined, 2_000);
  process.kill(await until(() => supervisorOf(localDir), 2_000), 'SIGKILL');
  await until(() => supervisorOf(localDir) === undefined, 2_000);
  process.kill(nginx, 'SIGKILL');
  await until(() => pidOf(runDir(), 'nginx') === undefined, 2_000);
  expect(listLeftBehind(localDir)).toEqual([{ part: 'nginx', leader: nginx, pids: [child] }]);

  // A group with that number whose output goes elsewhere is another program's.
  const stranger = spawn('sh', ['-c', 'sleep 600 & exit'], { detached: true, stdio: 'ignore' });
  await once(stranger, 'exit');
  writeFileSync(join(runDir(), 'worker-1.pid'), `${stranger.pid}\n`);
  expect(listLeftBehind(localDir).map(({ part: name }) => name)).toEqual(['nginx']);

  expect(await stopStack(localDir)).toBe(true);
  expect(isAlive(child)).toBe(false);
  process.kill(-(stranger.pid ?? 0), 'SIGKILL');
});

it('keeps logs small while they are written to, though the supervisor is killed, and to the owner alone', async () => {
  const file = join(localDir, 'log/api-1.log');
  const line = '0123456789'.repeat(10);
  // About 40 MB a second.
  const noisy = `setInterval(() => { for (let n = 0; n < 4000; n += 1) console.log('${line}'); }, 10);`;
  const supervisor = new Supervisor(localDir);
  supervisor.start([logKeeper(localDir), part('api-1', noisy)]);
  await supervisor.untilReady('api-1', () => Promise.resolve(pidOf(runDir(), 'api-1') !== undefined));
  supervisor.letGo();
  process.kill(await until(() => supervisorOf(localDir), 5_000), 'SIGKILL');
  const modeOf = (name: string) => (statSync(name, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  await until(() => [file, `${file}.1`, `${file}.2`].every((name) => modeOf(name) === 0o640), 30_000);
  let lastSize = 0;
  await until(() => {
    const size = statSync(file).size;
    const isEmptied = size < lastSize;
    lastSize = size;
    return isEmptied;
  }, 30_000);
  // Emptied, it goes on at its start.
  expect(readFileSync(file).includes(0)).toBe(false);
});

it('never takes another program for a part, though it has the number of one', async () => {
  await start(part('worker-1'));
  // This test's own process, which would not survive being ended.
  writeFileSync(join(runDir(), 'api-1.pid'), `${process.pid}\n`);
  writeFileSync(join(runDir(), 'api-1.start'), '1');
  writeFileSync(join(runDir(), 'api-2.pid'), `${process.pid}\n`);
  expect(listRunning(localDir).map(({ part: name }) => name)).toEqual(['worker-1']);
  await stopStack(localDir);
});

it('says which part does not stay up, with its log', async () => {
  const supervisor = new Supervisor(localDir);
  supervisor.start([part('worker-1', `console.log('a setting is missing'); process.exit(1)`)]);
  const failure = supervisor.untilReady('worker-1', () => Promise.resolve(false));
  await expect(failure).rejects.toMatchObject({
    message: 'worker-1 does not stay up.',
    logFile: join(localDir, 'log/worker-1.log'),
  });
  supervisor.letGo();
});
