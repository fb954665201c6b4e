import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './settings.js';
import { isRunning, removeData, stopStack } from './stop-stack.js';
import { logFileOf, type Part, pidOf, supervise, untilReady } from './supervise.js';

let localDir: string;
const runDir = () => join(localDir, 'run');
const logOf = (name: string) => readFileSync(logFileOf(localDir, name), 'utf8');

beforeEach(() => {
  localDir = realpathSync(mkdtempSync(join(tmpdir(), 'voordeur-supervise-')));
});
afterEach(() => removeData(localDir));

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

/** One that leaves a process of its own behind when it is killed, as nginx does. */
const parent = (name: string): Part => ({
  ...part(name),
  command: 'sh',
  args: ['-c', 'sleep 600 & echo child $!; echo up; wait'],
});

async function start(...parts: Part[]): Promise<void> {
  for (const one of parts) supervise(localDir, one);
  for (const { name } of parts) await untilReady(localDir, name, () => Promise.resolve(isUp(name)));
}
const isUp = (name: string) => existsSync(logFileOf(localDir, name)) && logOf(name).includes('up');

async function until<Value>(read: () => Value | undefined | false, withinMs = 20_000): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await wait(20);
  }
}

/** proc(5): the state, then the parent; undefined where there is no such process, or a zombie alone. */
function statOf(pid: number): string[] | undefined {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? undefined : fields;
  } catch {
    return undefined;
  }
}
const isAlive = (pid: number) => statOf(pid) !== undefined;
const runsvOf = (pid: number) => Number(statOf(pid)?.[0]);
const childOf = (name: string) => until(() => Number(/child (\d+)/.exec(logOf(name))?.[1]) || undefined);

it('starts a killed part again within 2 s, and nothing of the old one stays', async () => {
  await start(parent('api-1'));
  const first = await until(() => pidOf(localDir, 'api-1'));
  const child = await childOf('api-1');
  process.kill(first, 'SIGKILL');
  const second = await until(() => {
    const pid = pidOf(localDir, 'api-1');
    return pid !== first && pid;
  }, 2_000);
  expect(isAlive(second)).toBe(true);
  await until(() => !isAlive(child));
});

it('ends the last one started first, and what keeps them running', async () => {
  const slowly = `process.on('exit', () => { console.log(Date.now()) });`;
  await start(part('redis', slowly), part('nginx', slowly));
  const runsv = runsvOf(await until(() => pidOf(localDir, 'redis')));
  expect(isRunning(localDir)).toBe(true);
  expect(await stopStack(localDir)).toBe(true);
  const endedAt = (name: string) => Number(/asked to end\n(\d+)/.exec(logOf(name))?.[1]);
  expect(endedAt('nginx')).toBeLessThan(endedAt('redis'));
  expect(isAlive(runsv)).toBe(false);
  expect(existsSync(runDir())).toBe(false);
  expect(isRunning(localDir)).toBe(false);
  expect(await stopStack(localDir)).toBe(false);
});

it('asks a part to end with its own signal', async () => {
  const listens = `process.on('SIGQUIT', () => { console.log('asked to quit'); process.exit() });`;
  await start({ ...part('nginx', listens), stopSignal: 'SIGQUIT' });
  await stopStack(localDir);
  expect(logOf('nginx')).toContain('asked to quit');
  expect(logOf('nginx')).not.toContain('asked to end');
});

it('ends what a killed runsv left', async () => {
  await start(part('worker-1'));
  const left = await until(() => pidOf(localDir, 'worker-1'));
  process.kill(runsvOf(left), 'SIGKILL');
  await until(() => !isRunning(localDir));
  expect(isAlive(left)).toBe(true);
  expect(await stopStack(localDir)).toBe(true);
  expect(isAlive(left)).toBe(false);
});

it('ends what a part left that was killed with its runsv, and nothing else', async () => {
  await start(parent('nginx'), part('api-1'));
  const nginx = await until(() => pidOf(localDir, 'nginx'));
  const child = await childOf('nginx');
  process.kill(runsvOf(nginx), 'SIGKILL');
  process.kill(nginx, 'SIGKILL');
  await until(() => !isAlive(nginx));
  expect(isAlive(child)).toBe(true);
  // A group with the number of a part is another program's.
  const stranger = spawn('sh', ['-c', 'sleep 600 & exit'], { detached: true, stdio: 'ignore' });
  await once(stranger, 'exit');
  writeFileSync(join(runDir(), 'worker-1.pid'), `${stranger.pid}\n`);

  expect(await stopStack(localDir)).toBe(true);
  expect(isAlive(child)).toBe(false);
  // Throws when it is gone.
  process.kill(-(stranger.pid ?? 0), 'SIGKILL');
});

it('keeps logs small while they are written to, with all that was written last, and to the owner alone', async () => {
  const dir = join(localDir, 'log/api-1');
  // 11 MB at a time.
  const noisy = `process.on('SIGHUP', () => { console.log('0123456789'.repeat(1_100_000)); console.log('said'); });`;
  await start(part('api-1', noisy));
  const pid = pidOf(localDir, 'api-1') ?? 0;
  const rotate = () =>
    execFileSync(join(root, 'infra/operate/scripts/rotate-logs.sh'), [join(localDir, 'log')]);
  for (let times = 1; times <= 4; times += 1) {
    process.kill(pid, 'SIGHUP');
    await until(() => logOf('api-1').endsWith('said\n'));
    rotate();
    expect(logOf('api-1')).toBe('');
  }
  process.kill(pid, 'SIGTERM');
  // Behind no hole of what was there before.
  await until(() => logOf('api-1').startsWith('asked to end'));
  rotate();
  expect(readdirSync(dir).sort()).toEqual(['current', 'current.1', 'current.2']);
  for (const name of ['current.1', 'current.2'])
    expect(readFileSync(join(dir, name), 'utf8').length).toBeLessThan(11_000_100);
  expect(statSync(dir).mode & 0o777).toBe(0o750);
});

it('keeps a part going whose log has no room', async () => {
  mkdirSync(join(localDir, 'log/api-1'), { recursive: true });
  symlinkSync('/dev/full', logFileOf(localDir, 'api-1'));
  // More than a pipe holds, in the way of a program that waits for it.
  const noisy = `const { writeFileSync, writeSync } = require('node:fs');
    try { writeSync(1, 'x'.repeat(1_000_000)); } catch { writeFileSync('refused', ''); }`;
  supervise(localDir, part('api-1', noisy));
  await until(() => existsSync(join(localDir, 'refused')), 5_000);
});

it('never takes another program for a part, though it has the number of one', async () => {
  await start(part('worker-1'));
  // This test's own process, which would not survive being ended.
  writeFileSync(join(runDir(), 'api-1.pid'), `${process.pid}\n`);
  await stopStack(localDir);
  expect(isRunning(localDir)).toBe(false);
});

it('says which part does not stay up, with its log', async () => {
  supervise(localDir, part('worker-1', `console.log('a setting is missing'); process.exit(1)`));
  const failure = untilReady(localDir, 'worker-1', () => Promise.resolve(false));
  await expect(failure).rejects.toMatchObject({
    message: 'worker-1 does not stay up.',
    logFile: join(localDir, 'log/worker-1/current'),
  });
  expect(logOf('worker-1')).toContain('a setting is missing');
});
