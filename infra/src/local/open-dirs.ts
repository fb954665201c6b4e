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
 * A folder of ours that other users can reach; its real path. Started by root, Postgres runs as `postgres` and
 * nginx's workers as `nobody`: below a home that is closed to others (/root is) Postgres would not start and each
 * page be 404. Opening the home or working as root would be worse, so there the folder is made under /var/lib
 * and linked from where one looks for it.
 */
export function openDir(localDir: string, name: string): string {
  const dir = join(localDir, name);
  if (!existsSync(dir)) {
    if (process.getuid?.() !== 0 || isReachable(localDir)) {
      mkdirSync(dir, { recursive: true, mode: 0o755 });
    } else {
      const place = join(outside(localDir), name);
      mkdirSync(place, { recursive: true });
      // Whatever the umask.
      for (const made of [dirname(outside(localDir)), outside(localDir), place]) chmodSync(made, 0o755);
      rmSync(dir, { force: true });
      symlinkSync(place, dir);
    }
  }
  return realpathSync(dir);
}

/** Removes such a folder, wherever it is. */
export function removeOpenDir(localDir: string, name: string): void {
  const dir = join(localDir, name);
  if (!lstatSync(dir, { throwIfNoEntry: false })) return;
  if (existsSync(dir)) rmSync(realpathSync(dir), { recursive: true });
  rmSync(dir, { recursive: true, force: true });
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
