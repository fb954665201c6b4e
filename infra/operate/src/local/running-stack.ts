import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from './advice.js';
import { checkout, type Environment, environmentFileOf, readEnvironment, readLocalDir } from './settings.js';
import { isRunning } from './stop-stack.js';

/** The stack that runs at this moment, of whichever kind, and what it was started with. */
export interface RunningStack {
  kind: 'local' | 'compose';
  environment: Environment;
}

/** Followed by a service and what to run there. */
export const inContainer = ['docker', 'compose', 'exec', '-T'];

/** Followed by what to run in the container of this service, with its secrets. */
export const inServiceContainer = (service: 'api' | 'worker') => [...inContainer, service, 'with-secrets.sh'];

/** The local processes, if they run. */
export function findLocalStack(localDir = readLocalDir()): RunningStack | null {
  if (!isRunning(localDir)) return null;
  const environment = JSON.parse(readFileSync(environmentFileOf(localDir), 'utf8')) as Environment;
  return { kind: 'local', environment };
}

/** Null when none runs. */
export function findStack(): RunningStack | null {
  const local = findLocalStack();
  if (local) return local;
  return runsInCompose() ? { kind: 'compose', environment: readEnvironment() } : null;
}

/** Throws `Advice` when none runs. */
export function findRunningStack(): RunningStack {
  const stack = findStack();
  if (stack) return stack;
  throw new Advice(
    'Neither local processes nor containers of this product are running.',
    'make up, then this again.',
  );
}

/** Where its site is, for a program on this machine. */
export function siteOf({ environment }: RunningStack): string {
  const host = environment['WEB_HOST'] ?? '127.0.0.1';
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${environment['WEB_PORT'] ?? '8080'}`;
}

/** Where visitors find it: over plain HTTP only pages are answered, and sent on, where it has TLS. */
export function visitedSiteOf(stack: RunningStack): string {
  const { PUBLIC_URL = '', DOMAIN, TLS_CERTIFICATE } = stack.environment;
  return PUBLIC_URL.startsWith('https:') && (DOMAIN || TLS_CERTIFICATE)
    ? PUBLIC_URL.replace(/\/$/, '')
    : siteOf(stack);
}

/**
 * The rows of one query as JSON. `psql` does it, because Postgres is not reachable from outside the containers. Throws
 * `Advice` when it can't.
 */
export function askPostgres({ kind, environment }: RunningStack, query: string): unknown[] {
  const command = `select to_jsonb(found) from (${query}) found`;
  const options = ['--no-psqlrc', '--tuples-only', '--no-align', '--quiet', '--command', command];
  const [program = '', ...args] =
    kind === 'local'
      ? ['psql', environment['DATABASE_URL'] ?? '']
      : [...inContainer, 'postgres', 'psql', '-U', 'voordeur', '-d', 'voordeur'];
  const { status, stdout } = spawnSync(program, [...args, ...options], { cwd: checkout, encoding: 'utf8' });
  // Its own words, and those of Node about it, hold the password.
  if (status !== 0)
    throw new Advice('Postgres does not answer.', 'make status, then make logs: its log says why.');
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

/** Its version (infra/operate/scripts/read-version.mjs) as make up found it; null if it was started in another way. */
export function versionOf({ kind, environment }: RunningStack): string | null {
  if (kind === 'local') return environment['APP_VERSION'] ?? null;
  const version = compose('exec', '-T', 'api', 'printenv', 'APP_VERSION');
  return version === '' ? null : version;
}

/** Its processes or containers by name. */
export function listRunningParts({ kind, environment }: RunningStack): string[] {
  if (kind === 'compose') return compose('ps', '--status', 'running', '--format', '{{.Name}}').split('\n');
  const runDir = join(readLocalDir(environment), 'run');
  const entries = readdirSync(runDir, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** False where there is no Docker. */
function runsInCompose(): boolean {
  return compose('ps', '--status', 'running', '--quiet', 'worker') !== '';
}

/** Output of a Docker Compose command; empty where it fails, or there is no Docker. */
function compose(...args: string[]): string {
  const { stdout } = spawnSync('docker', ['compose', ...args], { cwd: checkout, encoding: 'utf8' });
  return (stdout as string | null)?.trim() ?? '';
}
