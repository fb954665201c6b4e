import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.js';
import { endServer, spawnServer } from './server-process.js';
import { postgresUser, untilPostgresAnswers } from './start-postgres.js';

/** Debian keeps servers out of a user's PATH. */
const program = existsSync('/usr/sbin/pgbouncer') ? '/usr/sbin/pgbouncer' : 'pgbouncer';

export function hasPgBouncer(): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * PgBouncer in transaction mode in front of the database at this address, with two connections to it that all share.
 * `url` is the address to use in place of that one.
 */
export async function startPgBouncer(databaseUrl: string) {
  const { hostname, port: behind, username, password } = new URL(databaseUrl);
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-pgbouncer-'));
  const port = await freePort();
  const settings = join(dir, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
    * = host=${hostname} port=${behind} user=${username} password=${decodeURIComponent(password)}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = any
    pool_mode = transaction
    default_pool_size = 2
    max_client_conn = 100\n`,
  );
  const user = postgresUser();
  if (user) for (const file of [dir, settings]) chownSync(file, user.uid, user.gid);
  const server = spawnServer(program, ['--quiet', settings], { stdio: 'ignore', ...user });
  const url = new URL(databaseUrl);
  url.port = String(port);
  await untilPostgresAnswers(url.href);
  return {
    url: url.href,
    async stop() {
      await endServer(server);
      rmSync(dir, { recursive: true });
    },
  };
}
