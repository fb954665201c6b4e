import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Part } from './parts.js';
import { pidOf } from './processes.js';
import { Supervisor } from './stack.js';
import { listRunning, stopStack, supervisorOf } from './stop-stack.js';

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
  const say = `console.log('up'); process.on('SIGTERM', () => { console.log('asked to end'); process.exit() });`;
  return {
    name,
    command: process.execPath,
    args: ['-e', `${say} setInterval(() => {}, 1000); ${program}`],
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

async function until<Value>(read: () => Value | undefined | false, withinMs: number): Promise<Value> {
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
  const first = await until(() => pidOf(runDir(), 'api-1'), 2_000);
  const child = await until(() => Number(/child (\d+)/.exec(logOf('api-1'))?.[1]) || undefined, 2_000);
  process.kill(first, 'SIGKILL');
  const second = await until(() => {
    const pid = pidOf(runDir(), 'api-1');
    return pid !== first && pid;
  }, 2_000);
  expect(isAlive(second)).toBe(true);
  await until(() => !isAlive(child), 2_000);
});

it('ends the last one started first, and itself', async () => {
  const slowly = `process.on('exit', () => { console.log(Date.now()) });`;
  await start(part('redis', slowly), part('nginx', slowly));
  const supervisor = await until(() => supervisorOf(localDir), 2_000);
  expect(await stopStack(localDir)).toBe(true);
  const endedAt = (name: string) => Number(/asked to end\n(\d+)/.exec(logOf(name))?.[1]);
  expect(endedAt('nginx')).toBeLessThan(endedAt('redis'));
  expect(isAlive(supervisor)).toBe(false);
  expect(existsSync(runDir())).toBe(false);
  expect(await stopStack(localDir)).toBe(false);
});

it('ends what a killed supervisor left', async () => {
  await start(part('worker-1'));
  const left = await until(() => pidOf(runDir(), 'worker-1'), 2_000);
  process.kill(await until(() => supervisorOf(localDir), 2_000), 'SIGKILL');
  await until(() => supervisorOf(localDir) === undefined, 2_000);
  expect(listRunning(localDir)).toEqual([{ part: 'worker-1', pid: left }]);
  await stopStack(localDir);
  expect(isAlive(left)).toBe(false);
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
