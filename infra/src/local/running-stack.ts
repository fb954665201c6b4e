import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from './advice.js';
import { type Environment, readEnvironment, readLocalDir, root } from './settings.js';
import { isRunning } from './stop-stack.js';

/** The stack that runs at this moment, of whichever kind, and what it was started with. */
export interface RunningStack {
  kind: 'local' | 'compose';
  environment: Environment;
}

/** Followed by a service and what to run there. */
export const inContainer = ['docker', 'compose', 'exec', '-T'];

/** Throws `Advice` when none runs. */
export function findRunningStack(): RunningStack {
  const localDir = readLocalDir();
  if (isRunning(localDir)) {
    const file = join(localDir, 'run/environment.json');
    return { kind: 'local', environment: JSON.parse(readFileSync(file, 'utf8')) as Environment };
  }
  if (runsInCompose()) return { kind: 'compose', environment: readEnvironment() };
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

/** The rows of one query as JSON. `psql` does it, because Postgres is not reachable from outside the containers. */
export function askPostgres({ kind, environment }: RunningStack, query: string): unknown[] {
  const command = `select to_jsonb(found) from (${query}) found`;
  const options = ['--no-psqlrc', '--tuples-only', '--no-align', '--quiet', '--command', command];
  const [program = '', ...args] =
    kind === 'local'
      ? ['psql', environment['DATABASE_URL'] ?? '']
      : [...inContainer, 'postgres', 'psql', '-U', 'voordeur', '-d', 'voordeur'];
  return execFileSync(program, [...args, ...options], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

/** False where there is no Docker. */
function runsInCompose(): boolean {
  const ps = ['compose', 'ps', '--status', 'running', '--quiet', 'worker'];
  return Boolean(spawnSync('docker', ps, { cwd: root, encoding: 'utf8' }).stdout);
}
