import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountUnderLoad } from '../faults/account.js';
import { root } from '@voordeur/operate/local/settings.js';
import { ownSettings } from '@voordeur/e2e/helpers/test-stack.js';
import { printCells } from '../measuring/figures.js';
import { until } from '@voordeur/operate/local/until.js';

/**
 * `make drill NAME=swarm`: a clone is brought up in a Swarm of one node as an operator would, and its apis and workers are rolled
 * under load: to themselves again, and to an api that can't start, which has to be taken back. Exit 1 unless no request failed
 * and nothing was lost or doubled; 2 where the drill itself could not run.
 */
const requestsPerSecond = 50;
const project = 'voordeur-swarm';
const { webPort } = ownSettings(project, 9);
const baseUrl = `http://127.0.0.1:${webPort}`;
const settings = {
  COMPOSE_PROJECT_NAME: project,
  WEB_PORT: String(webPort),
  PUBLIC_URL: `http://localhost:${webPort}`,
  POSTGRES_PASSWORD: 'voordeur',
  ADMIN_SECRET_KEY: 'the key of the drill',
  JWT_SECRET: 'the secret of the drill',
  BACKUP_AT: 'off',
  RATE_LIMIT: 'off',
  API: '2',
  WORKER: '3',
};

interface Roll {
  name: string;
  service: 'api' | 'worker';
  /** Options in addition to the service's own. */
  change: string[];
  /** It has to be taken back. */
  fails?: boolean;
}
const rolls: Roll[] = [
  { name: 'api', service: 'api', change: ['--force'] },
  { name: 'worker', service: 'worker', change: ['--force'] },
  { name: 'api that ends', service: 'api', change: ['--args', 'node --eval process.exit(1)'], fails: true },
];

const docker = (...args: string[]) => execFileSync('docker', args, { encoding: 'utf8' }).trim();

/** Resolves to the exit code; its output goes to our stderr. */
async function run(cwd: string, command: string, ...args: string[]): Promise<number | null> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2] });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

/** Postgres isn't published, but this machine reaches its container by the bridge that all of a Swarm's have. */
function findDatabase(): string {
  const id = docker('ps', '--quiet', '--filter', `label=com.docker.swarm.service.name=${project}_postgres`);
  const endpoints = JSON.parse(
    docker('network', 'inspect', '--format', '{{json .Containers}}', 'docker_gwbridge'),
  ) as Record<string, { IPv4Address: string }>;
  const [, { IPv4Address } = { IPv4Address: '' }] =
    Object.entries(endpoints).find(([key]) => key.startsWith(id)) ?? [];
  return `postgres://voordeur:${settings.POSTGRES_PASSWORD}@${IPv4Address.split('/')[0]}:5432/voordeur`;
}

async function roll({ name, service, change, fails = false }: Roll): Promise<boolean> {
  const command = ['service', 'update', '--detach=false', '--quiet', ...change, `${project}_${service}`];
  const update = async () => {
    const startMs = performance.now();
    const code = await run(root, 'docker', ...command);
    return { code, seconds: (performance.now() - startMs) / 1_000 };
  };
  const target = { baseUrl, databaseUrl: findDatabase() };
  const found = await accountUnderLoad(target, requestsPerSecond, 60_000, update);
  const { code, seconds } = found.result;
  const state = docker('service', 'inspect', '--format', '{{.UpdateStatus.State}}', `${project}_${service}`);
  const isAsWanted = fails ? state === 'rollback_completed' : code === 0 && state === 'completed';
  const isGood = isAsWanted && found.isRight && found.refusedAll === 0;
  const { accepted, refusedAll, lost, doubled } = found;
  const cells = [accepted, refusedAll, lost, doubled, state, `${seconds.toFixed(0)} s`];
  printCells([name.padEnd(24), ...cells.map(String)], isGood ? '' : '  <- wrong');
  return isGood;
}

const isManager = docker('info', '--format', '{{.Swarm.ControlAvailable}}') === 'true';
const scratch = mkdtempSync(join(tmpdir(), 'voordeur-swarm-'));
const clone = join(scratch, 'voordeur');
try {
  if (!isManager) docker('swarm', 'init', '--advertise-addr', '127.0.0.1');
  execFileSync('git', ['clone', '-q', root, clone]);
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(clone, '.env'), lines.join('\n'));
  if ((await run(clone, 'make', 'up', 'KIND=swarm')) !== 0) throw new Error('it did not start');
  let isGood = true;
  printCells(['rolled'.padEnd(24), ...'accepted,failed,lost,doubled,ended,took'.split(',')]);
  for (const one of rolls) isGood = (await roll(one)) && isGood;
  process.stdout.write(isGood ? 'No failed requests, nothing lost.\n' : 'Something failed.\n');
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  console.error('The drill could not run.', error);
  process.exitCode = 2;
} finally {
  await run(clone, 'make', 'down', 'KIND=swarm');
  // A task's container may take its grace period to end, and only then lets go of its volumes.
  const volumes = docker('volume', 'ls', '--quiet', '--filter', `name=${project}_`)
    .split('\n')
    .filter(Boolean);
  const areRemoved = async () => (await run(root, 'docker', 'volume', 'rm', '--force', ...volumes)) === 0;
  if (volumes.length > 0) await until(areRemoved, { withinMs: 60_000, everyMs: 2_000 });
  if (!isManager) docker('swarm', 'leave', '--force');
  rmSync(scratch, { recursive: true, force: true });
}
