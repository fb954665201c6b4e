import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

export interface User {
  uid: number;
  gid: number;
}

/** System users: those of Debian's packages, and two of ours. */
const names = {
  postgres: 'postgres',
  redis: 'redis',
  nginx: 'www-data',
  api: 'voordeur-api',
  worker: 'voordeur-worker',
};

/** The user of a part where root starts the stack, so that no part is root; undefined elsewhere: a part then has the user of make up. */
export function userOf(part: keyof typeof names): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const name = names[part];
  const known = idOf(name);
  if (known || !name.startsWith('voordeur-')) return known;
  const args = ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  // Another stack may be making it at this moment.
  spawnSync('useradd', [...args, name], { stdio: 'ignore' });
  return idOf(name);
}

/**
 * The same, if that user may read these files; else undefined, and the part runs as root: a checkout or a Node under a
 * home that is closed to others can't be run by anyone else.
 */
export function readerOf(part: keyof typeof names, files: string[]): User | undefined {
  const user = userOf(part);
  return user && files.every((file) => canRead(user, file)) ? user : undefined;
}

function canRead({ uid, gid }: User, file: string): boolean {
  return spawnSync('chpst', ['-u', `:${uid}:${gid}`, 'test', '-r', file]).status === 0;
}

/**
 * A folder that root has made, and all in it, for the part that writes there. Once it has it, nothing in it is changed: root
 * would give away a file of its own that is linked there.
 */
export function giveTo(user: User | undefined, folder: string): void {
  if (user && statSync(folder).uid !== user.uid)
    execFileSync('chown', ['-R', '-h', `${user.uid}:${user.gid}`, folder]);
}

/** Ports below this one are root's to open. */
export function firstFreePort(): number {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  } catch {
    return 1_024;
  }
}

function idOf(name: string): User | undefined {
  const id = (what: string) => spawnSync('id', [what, name], { encoding: 'utf8' });
  const [uid, gid] = [id('-u'), id('-g')];
  return uid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}
