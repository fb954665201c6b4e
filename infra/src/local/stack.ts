import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from './advice.js';
import { prepareNginx, refusedCounter } from './nginx.js';
import { listNodeParts } from './parts.js';
import { checkFree } from './ports.js';
import { isPostgresReady, preparePostgres } from './postgres.js';
import { isRedisReady, prepareRedis } from './redis.js';
import { root, type Settings } from './settings.js';
import { stopStack } from './stop-stack.js';
import { supervise, untilReady } from './supervise.js';

/** Postgres and Redis, ready, with the database made; what ran in this LOCAL_DIR before is stopped first. */
export async function startServices(settings: Settings): Promise<void> {
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
  if (ownPostgres) supervise(localDir, preparePostgres(settings));
  if (ownRedis) supervise(localDir, prepareRedis(settings));
  await untilReady(localDir, 'postgres', () => isPostgresReady(settings));
  await untilReady(localDir, 'redis', () => isRedisReady(settings));
}

/** Brings the database up to the code. Throws `Advice` when a migration fails. */
export async function migrate({ localDir, environment }: Settings): Promise<void> {
  const logFile = join(localDir, 'log/migrate.log');
  mkdirSync(join(localDir, 'log'), { recursive: true });
  const log = openSync(logFile, 'w', 0o640);
  const child = spawn(process.execPath, [join(root, 'worker/dist/migrate.js')], {
    cwd: root,
    env: environment,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) return;
  throw new Advice(
    'The migrations failed; no data was lost.',
    'fix what the log reports, then make up again.',
    logFile,
  );
}

/** Worker, api and nginx, answering through the last of `parts`. The database must be migrated. */
export async function startApps(
  settings: Settings,
  parts = [...listNodeParts(settings), refusedCounter(settings.localDir), prepareNginx(settings)],
): Promise<void> {
  const { localDir, webHost, webPort, tlsPort, edgeLogPort } = settings;
  const { apiPort, apiProcesses, workerPort, workerProcesses } = settings;
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
  for (const part of parts) supervise(localDir, part);
  for (const { part, number } of workers) {
    await untilReady(localDir, part, () => answers(`http://127.0.0.1:${number}/health/ready`));
  }
  for (const { part, number } of apis) {
    await untilReady(localDir, part, () => answers(`http://127.0.0.1:${number}/api/health/ready`));
  }
  await untilReady(localDir, door, () => answers(`${addressOf(settings)}/api/health/ready`));
}

/** Where nginx listens, for a program on this machine. */
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

/** The whole product, migrated and answering. On a failure it stops what it started, and the error propagates. */
export async function startStack(settings: Settings): Promise<void> {
  try {
    await startServices(settings);
    await migrate(settings);
    await startApps(settings);
  } catch (error) {
    await stopStack(settings.localDir);
    throw error;
  }
}
