import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from './advice.js';
import { openDir } from './open-dirs.js';
import { serverPath, type Settings } from './settings.js';
import { chooseSizes } from './sizes.js';
import type { Part } from './supervise.js';
import { userOf } from './users.js';
import { urlOf, withPostgres } from './with-postgres.js';

/** Creates the cluster if it is missing. */
export function preparePostgres({ localDir, postgresPort, postgresPassword, environment }: Settings): Part {
  const dir = openDir(localDir, 'postgres');
  const user = userOf('postgres');
  if (user) chownSync(dir, user.uid, user.gid);
  chmodSync(dir, 0o700);
  if (!existsSync(join(dir, 'PG_VERSION'))) makeCluster(dir, postgresPassword, user);
  const settings = {
    listen_addresses: '127.0.0.1',
    port: postgresPort,
    // Its usual folder is not everyone's to write in, and a second stack would meet the first there.
    unix_socket_directories: '',
    ...chooseSizes(environment).postgres,
  };
  return {
    name: 'postgres',
    command: findProgram(dir),
    args: ['-D', dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: dir,
    environment: { LC_ALL: 'C.UTF-8' },
    ...(user && { user }),
    // Breaks off open transactions instead of waiting for them.
    stopSignal: 'SIGINT',
  };
}

/** Resolves to false while Postgres does not take connections; makes the database that DATABASE_URL names. */
export async function isPostgresReady({ databaseUrl }: Settings): Promise<boolean> {
  const name = new URL(databaseUrl).pathname.slice(1);
  try {
    await withPostgres(urlOf(databaseUrl, 'postgres'), async (db) => {
      const { rowCount } = await db.query('select from pg_database where datname = $1', [name]);
      if (rowCount === 0) await db.query(`create database ${db.escapeIdentifier(name)}`);
    });
    return true;
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    // 57P03: it is starting up.
    if (['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code)) return false;
    throw new Advice(
      `Postgres does not let us in: ${message}`,
      'put the POSTGRES_PASSWORD back that this database was made with, or remove its data with make clean.',
    );
  }
}

/**
 * The server of the version that made the data, which another one can't read: Debian keeps several, and an upgrade of
 * Debian adds one. Throws `Advice` where it's gone.
 */
function findProgram(dir: string): string {
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  const ofDebian = `/usr/lib/postgresql/${version}/bin/postgres`;
  if (existsSync(ofDebian)) return ofDebian;
  const env = { PATH: serverPath() };
  const answer = execFileSync('postgres', ['--version'], { encoding: 'utf8', env });
  const there = /\d+/.exec(answer)?.[0];
  if (there === version) return 'postgres';
  throw new Advice(
    `The data is of Postgres ${version}, and this machine has ${there}, which can't read it.`,
    `install Postgres ${version} too, make up, then make upgrade POSTGRES=1 (docs/upgrade.md).`,
  );
}

function makeCluster(dir: string, password: string, user: Part['user']): void {
  // Through a pipe, so that the password stands in no file and in no list of processes.
  const initdb = `exec initdb -D . -U voordeur --pwfile=<(printenv PASSWORD) --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8`;
  // The error's message has initdb's output.
  execFileSync('bash', ['-c', initdb], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: dir,
    env: { PATH: serverPath(), PASSWORD: password },
    ...user,
  });
}
