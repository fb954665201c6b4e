import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Advice } from './advice.js';
import { prepareNginx } from './nginx.js';
import { logFileOf, openLog } from './open-log.js';
import { listNodeParts, logKeeper, type Part } from './parts.js';
import { checkFree } from './ports.js';
import { isPostgresReady, preparePostgres } from './postgres.js';
import { isRedisReady, prepareRedis } from './redis.js';
import { root, type Settings } from './settings.js';
import { stopStack } from './stop-stack.js';
import type { Order, Report } from './supervisor.js';

const readyWithinMs = 60_000;

/** The supervisor of one LOCAL_DIR, as the program that started it sees it. */
export class Supervisor {
  private readonly ended = new Set<string>();
  private readonly child: ChildProcess;

  constructor(private readonly localDir: string) {
    mkdirSync(join(localDir, 'run'), { recursive: true });
    const log = openLog(localDir, 'supervisor');
    this.child = spawn(process.execPath, [join(root, 'infra/dist/local/supervisor.js'), localDir], {
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.child.on('message', ({ part, what }: Report) => {
      if (what === 'ended') this.ended.add(part);
    });
  }

  start(parts: Part[]): void {
    this.child.send({ start: parts } satisfies Order);
  }

  /** Throws `Advice` when the part has ended meanwhile, or is not ready in time. */
  async untilReady(part: string, isReady: () => Promise<boolean>): Promise<void> {
    const logFile = logFileOf(this.localDir, part);
    const deadline = Date.now() + readyWithinMs;
    while (!(await isReady())) {
      if (this.ended.has(part)) {
        throw new Advice(
          `${part} does not stay up.`,
          'fix what its log reports, then make up again.',
          logFile,
        );
      }
      if (Date.now() > deadline) {
        throw new Advice(
          `${part} was not ready within ${readyWithinMs / 1_000} s.`,
          'see its log; on a slow machine, make up again.',
          logFile,
        );
      }
      await wait(100);
    }
  }

  async untilEnded(): Promise<void> {
    await once(this.child, 'exit');
  }

  /** From here on the parts live without us. */
  letGo(): void {
    this.child.disconnect();
    this.child.unref();
  }
}

/** Postgres and Redis, ready, with the database made; what ran in this LOCAL_DIR before is stopped first. */
export async function startServices(settings: Settings): Promise<Supervisor> {
  const { localDir, ownPostgres, ownRedis, postgresPort, redisPort } = settings;
  await stopStack(localDir);
  await checkFree([
    ...(ownPostgres ? [{ part: 'Postgres', number: postgresPort, setting: 'POSTGRES_PORT' }] : []),
    ...(ownRedis ? [{ part: 'Redis', number: redisPort, setting: 'REDIS_PORT' }] : []),
  ]);
  mkdirSync(join(localDir, 'run'), { recursive: true });
  // For the programs that run beside the stack, with whatever it was started with. It holds secrets.
  const file = join(localDir, 'run/environment.json');
  writeFileSync(file, JSON.stringify(settings.environment), { mode: 0o600 });
  const parts = [
    logKeeper(localDir),
    ...(ownPostgres ? [preparePostgres(settings)] : []),
    ...(ownRedis ? [prepareRedis(settings)] : []),
  ];
  const supervisor = new Supervisor(localDir);
  supervisor.start(parts);
  await supervisor.untilReady('postgres', () => isPostgresReady(settings));
  await supervisor.untilReady('redis', () => isRedisReady(settings));
  return supervisor;
}

/** Brings the database up to the code. Throws `Advice` when a migration fails. */
export async function migrate({ localDir, environment }: Settings): Promise<void> {
  const logFile = logFileOf(localDir, 'migrate');
  const log = openLog(localDir, 'migrate');
  const child = spawn(process.execPath, [join(root, 'worker/dist/migrate.js')], {
    cwd: root,
    env: environment,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const code = await new Promise((done) => child.once('exit', done));
  if (code === 0) return;
  throw new Advice(
    'The migrations failed; no data was lost.',
    'fix what the log reports, then make up again.',
    logFile,
  );
}

/** Worker, api and nginx (or Vite), answering through the last of them. The database must be migrated. */
export async function startApps(
  supervisor: Supervisor,
  settings: Settings,
  parts = [...listNodeParts(settings), prepareNginx(settings)],
): Promise<void> {
  const { webHost, webPort, tlsPort, apiPort, apiProcesses, workerPort, workerProcesses, edgeLogPort } =
    settings;
  const door = parts.at(-1)?.name ?? '';
  const each = (part: string, count: number, first: number) =>
    Array.from({ length: count }, (_, index) => ({ part: `${part}-${index + 1}`, number: first + index }));
  const workers = each('worker', workerProcesses, workerPort);
  const apis = each('api', apiProcesses, apiPort);
  await checkFree([
    { part: door, number: webPort, setting: 'WEB_PORT', host: webHost },
    ...(settings.environment['TLS_CERTIFICATE']
      ? [{ part: 'nginx', number: tlsPort, setting: 'TLS_PORT', host: webHost }]
      : []),
    ...apis.map((api) => ({ ...api, setting: 'API_PORT' })),
    ...workers.map((worker) => ({ ...worker, setting: 'WORKER_PORT' })),
    { part: 'api-1', number: edgeLogPort, setting: 'EDGE_LOG_PORT', udp: true },
  ]);
  supervisor.start(parts);
  for (const { part, number } of workers) {
    await supervisor.untilReady(part, () => answers(`http://127.0.0.1:${number}/health/ready`));
  }
  for (const { part, number } of apis) {
    await supervisor.untilReady(part, () => answers(`http://127.0.0.1:${number}/api/health/ready`));
  }
  await supervisor.untilReady(door, () => answers(`${addressOf(settings)}/api/health/ready`));
}

/** Where the door is, for a program on this machine. */
export function addressOf({ webHost, webPort }: Settings): string {
  return `http://${webHost === '0.0.0.0' ? '127.0.0.1' : webHost}:${webPort}`;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** The whole of it, migrated and answering; a failure stops what was started, and propagates. */
export async function startStack(settings: Settings): Promise<void> {
  try {
    const supervisor = await startServices(settings);
    await migrate(settings);
    await startApps(supervisor, settings);
    supervisor.letGo();
  } catch (error) {
    await stopStack(settings.localDir);
    throw error;
  }
}
