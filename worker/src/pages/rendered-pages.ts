import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any response of nginx takes that opened its file just before the pages were replaced. */
const keepReplacedMs = 60_000;
/** As long as the scripts that they load, which also stay for a week. */
const keepOtherBuildsMs = 7 * 86_400_000;

/**
 * The folder that nginx reads: `<build>` is a link to `<build>.<version>.<chance>`, which holds one whole render with
 * all its compressed files. Replacing the link changes everything in one step: nobody gets a page of one render and the
 * .br of another, and a process that dies leaves the link as it was.
 */
export class RenderedPages {
  private readonly link: string;

  constructor(
    private readonly dir: string,
    private readonly build: string,
  ) {
    this.link = join(dir, build);
  }

  /** The version of the texts in the pages; null if this build has none yet. */
  async version(): Promise<string | null> {
    const target = await readlink(this.link).catch(() => null);
    return target?.split('.')[1] ?? null;
  }

  /** The next whole second that no render has used: nginx makes its ETag of that and the size. */
  async nextModifiedAt(): Promise<number> {
    const now = Math.floor(Date.now() / 1_000);
    const last = await stat(join(this.link, 'index.html')).catch(() => null);
    return last ? Math.max(now, Math.floor(last.mtimeMs / 1_000) + 1) : now;
  }

  /** An empty folder, for pages with these texts. */
  async makeFolder(version: string): Promise<string> {
    const folder = join(this.dir, `${this.build}.${version}.${randomBytes(4).toString('hex')}`);
    await mkdir(folder, { recursive: true });
    // Whatever the umask: nginx's workers are another user.
    await chmod(folder, 0o755);
    return folder;
  }

  /** From then on nginx reads this folder. */
  async show(folder: string): Promise<void> {
    const name = folder.slice(this.dir.length + 1);
    const made = join(this.dir, `.${name}`);
    await symlink(name, made);
    await rename(made, this.link);
  }

  /**
   * Removes pages that nobody reads any more, and files that dead processes left. Call it only while nobody else
   * renders.
   */
  async removeOld(): Promise<void> {
    const names = await readdir(this.dir);
    const links = names.filter((name) => /^[0-9a-f]+$/.test(name));
    for (const name of links) {
      if (name !== this.build && (await this.isOlder(name, keepOtherBuildsMs))) await this.remove(name);
    }
    const shown = await Promise.all(links.map((name) => readlink(join(this.dir, name)).catch(() => '')));
    for (const name of names) {
      if (links.includes(name) || shown.includes(name) || name === 'files') continue;
      if (await this.isOlder(name, keepReplacedMs)) await this.remove(name);
    }
  }

  private async isOlder(name: string, ageMs: number): Promise<boolean> {
    const known = await stat(join(this.dir, name)).catch(() => null);
    return Date.now() - (known?.mtimeMs ?? 0) > ageMs;
  }

  private async remove(name: string): Promise<void> {
    await rm(join(this.dir, name), { recursive: true, force: true });
  }
}
