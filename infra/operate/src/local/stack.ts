import { execFile, type ExecFileException } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Advice } from './advice.js';
import { prepareNginx } from './nginx.js';
import { backupSchedule, certificateParts, listNodeParts, logRotation, refusedCounter } from './parts.js';
import { checkFree, isPortReady, listAppPorts, listServicePorts, type Port } from './ports.js';
import { isPostgresReady, preparePostgres } from './postgres.js';
import { isRedisReady, prepareRedis } from './redis.js';
import { checkout, environmentFileOf, type Settings } from './settings.js';
import { stopStack } from './stop-stack.js';
import { supervise, untilReady } from './supervise.js';

/** Postgres and Redis, ready, with the database made; what ran in this LOCAL_DIR before is stopped first. */
export async function startServices(settings: Settings): Promise<void> {
  const { localDir, ownPostgres, ownRedis } = settings;
  await stopStack(localDir);
  await checkFree(listServicePorts(settings));
  mkdirSync(join(localDir, 'run'), { recursive: true });
  keepEnvironment(settings);
  supervise(localDir, logRotation(settings));
  if (ownPostgres) supervise(localDir, preparePostgres(settings));
  if (ownRedis) supervise(localDir, prepareRedis(settings));
  await untilReady(localDir, 'postgres', () => isPostgresReady(settings));
  await untilReady(localDir, 'redis', () => isRedisReady(settings));
}

/** Brings the database up to the code. Throws `Advice` when a migration fails. */
export async function migrate({ release, environment }: Settings): Promise<void> {
  const program = join(release, 'worker/dist/migrate.js');
  try {
    await promisify(execFile)(process.execPath, [program], { cwd: checkout, env: environment });
  } catch (error) {
    const { stderr } = error as ExecFileException;
    throw new Advice(
      `The migrations failed; no data was lost.\n${stderr}`,
      'fix what they report, then make up again.',
    );
  }
}

/** Worker, api and nginx, answering through the last of `parts`. The database must be migrated. */
export async function startApps(
  settings: Settings,
  parts = [
    ...listNodeParts(settings),
    refusedCounter(settings),
    ...backupSchedule(settings),
    prepareNginx(settings),
  ],
): Promise<void> {
  const { localDir } = settings;
  const edge = parts.at(-1)?.name;
  const ports = listAppPorts(settings, edge);
  await checkFree(ports);
  for (const part of parts) supervise(localDir, part);
  await untilPortsReady(settings, ports);
  // The authority asks nginx.
  if (edge === 'nginx') for (const part of certificateParts(settings)) supervise(localDir, part);
}

/** Throws `Advice` for the first part that does not become ready. */
export async function untilPortsReady({ localDir }: Settings, ports: Port[]): Promise<void> {
  for (const port of ports) if (port.ready) await untilReady(localDir, port.part, () => isPortReady(port));
}

/** For programs that run next to the stack: the environment it was started with. It holds secrets. */
export function keepEnvironment({ localDir, release, environment }: Settings): void {
  const file = environmentFileOf(localDir);
  writeFileSync(`${file}.part`, JSON.stringify({ ...environment, RELEASE: release }), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** Where nginx listens, for a program on this machine. */
export function addressOf({ webHost, webPort }: Settings): string {
  return `http://${webHost === '0.0.0.0' ? '127.0.0.1' : webHost}:${webPort}`;
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
