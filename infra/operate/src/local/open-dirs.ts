import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The real path of a folder that other users can reach. When root starts us, each part runs as a user of its own: under a
 * home closed to others (/root is), Postgres wouldn't start and every page would be a 404. So there the folder is made
 * under /var/lib and linked from LOCAL_DIR; one that an earlier version has made goes there.
 */
export function openDir(localDir: string, name: string): string {
  const dir = join(localDir, name);
  const found = lstatSync(dir, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || isReachable(localDir)) {
    mkdirSync(dir, { recursive: true, mode: 0o755 });
  } else if (!found?.isSymbolicLink() || !existsSync(dir)) {
    const place = join(outside(localDir), name);
    if (found?.isDirectory()) move(dir, place);
    mkdirSync(place, { recursive: true });
    // Whatever the umask.
    for (const made of [dirname(outside(localDir)), outside(localDir), place]) chmodSync(made, 0o755);
    rmSync(dir, { force: true });
    symlinkSync(place, dir);
  }
  return realpathSync(dir);
}

/** Killed at any line, it's done again: until the last moment all is where it was. */
function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { recursive: true, force: true });
  execFileSync('mv', ['-T', from, to]);
}

/** One for each checkout and LOCAL_DIR. */
function outside(localDir: string): string {
  const mark = createHash('sha256').update(localDir).digest('hex').slice(0, 8);
  return `/var/lib/voordeur/${basename(localDir).replace(/\W/g, '')}-${mark}`;
}

function isReachable(dir: string): boolean {
  const parent = dirname(dir);
  const mode = existsSync(dir) ? statSync(dir).mode : 0o755;
  return (mode & 0o001) !== 0 && (parent === dir || isReachable(parent));
}

/** The folders that nginx's workers read: the built pages of the code that runs, and those that the workers render. */
export function siteFolders({ localDir, release }: { localDir: string; release: string }) {
  const www = openDir(localDir, 'www');
  // A version that ran before may have known it by the link.
  const isRelease = existsSync(release) && dirname(realpathSync(release)) === releasesOf(localDir);
  const name = isRelease ? `pages-${basename(release)}` : 'pages';
  return { pages: join(www, name), renderedPages: join(www, 'rendered') };
}

/** Where nginx keeps what it writes: its pid, refused.log and temporary files. It belongs to the user that nginx runs as. */
export const nginxWorkFolder = (localDir: string) => join(openDir(localDir, 'nginx'), 'work');

/** Where certbot puts its answers to the authority that gives out certificates, for nginx' workers. */
export function challengesOf(localDir: string): string {
  return join(openDir(localDir, 'www'), 'challenges');
}

/** Where make up and make upgrade put the code that runs (release.ts); its processes read it as users of their own. */
export function releasesOf(localDir: string): string {
  return openDir(localDir, 'releases');
}
