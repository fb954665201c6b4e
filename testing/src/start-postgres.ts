import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './ports.js';
import { endServer, spawnServer } from './server-process.js';

/** A Postgres of the test's own, to be killed and frozen; `voordeur` is its superuser and needs no password. */
export function startPostgres() {
  return startServer((dir) => {
    run('initdb', ['-D', dir, '-U', 'voordeur', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']);
  });
}

/** A replica of that one as it is now, which follows it. */
export function startReplica(primary: { port: number }) {
  const source = `host=127.0.0.1 port=${primary.port} user=voordeur`;
  return startServer((dir) => {
    run('pg_basebackup', ['-D', dir, '-d', source, '--write-recovery-conf', '--checkpoint=fast']);
  });
}

async function startServer(makeData: (dir: string) => void) {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-postgres-'));
  const user = postgresUser();
  if (user) chownSync(dir, user.uid, user.gid);
  makeData(dir);
  const port = await freePort();
  const url = `postgres://voordeur@127.0.0.1:${port}/postgres`;
  let server: ChildProcess;

  async function start() {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      shared_buffers: '16MB',
      fsync: 'off',
      // A standby has no fewer than its primary, which may be a stack's.
      max_connections: 200,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawnServer(pathOf('postgres'), ['-D', dir, ...args], { cwd: dir, stdio: 'ignore', ...user });
    await untilPostgresAnswers(url);
  }

  /** Each connection has a process of its own, which isn't in its parent's group. */
  function signalAll(signal: 'STOP' | 'CONT') {
    server.kill(`SIG${signal}`);
    // pkill exits with 1 if it finds no process.
    spawnSync('pkill', [`-${signal}`, '-P', String(server.pid)], { stdio: 'ignore' });
  }

  await start();
  return {
    url,
    port,
    start,
    kill: () => endServer(server),
    freeze() {
      signalAll('STOP');
    },
    thaw() {
      signalAll('CONT');
    },
    async stop() {
      signalAll('CONT');
      await endServer(server, 'SIGQUIT');
      rmSync(dir, { recursive: true });
    },
  };
}

export async function untilPostgresAnswers(url: string): Promise<void> {
  while (!(await isReady(url))) await setTimeout(50);
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Postgres and PgBouncer refuse to run as root; undefined for anyone else. */
export function postgresUser() {
  return process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}

function run(program: string, args: string[]): void {
  execFileSync(pathOf(program), args, {
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...postgresUser(),
  });
}

/** Debian keeps each version's programs in a folder that isn't in PATH. */
function pathOf(program: string): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const paths = versions.map((version) => join(root, version, 'bin', program));
  return paths.find((path) => existsSync(path)) ?? program;
}
