import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LiveSite } from './live-site.js';

/** Pages could not be rendered; the message is for the owner. */
export class RenderFailed extends Error {}

/** The orders that web/src/build/render-pages.ts reads from its stdin. */
interface Order extends LiveSite {
  folder: string;
  publicUrl: string;
  /** Seconds */
  modifiedAt: number;
}

/** On two busy cores it takes a second. */
const endWithinMs = 60_000;
/** Visitors' answers come first. */
const niceness = 10;
const longestReason = 500;

/** The name of the site's build in this folder. Throws `RenderFailed` if there isn't one. */
export async function readBuildName(siteBuild: string): Promise<string> {
  try {
    return (await readFile(join(siteBuild, 'build'), 'utf8')).trim();
  } catch (cause) {
    throw new RenderFailed('there is no build of the site (SITE_BUILD)', { cause });
  }
}

/**
 * Renders every page into `order.folder` with the site's own build, in a process that ends with it: a worker keeps
 * neither the site's code nor its memory. Throws `RenderFailed`; the folder then holds whatever was written.
 */
export async function renderPages(siteBuild: string, order: Order, stop: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [join(siteBuild, 'render-pages.js')], {
    // Nothing of ours: a page needs no secret. React is five times faster in production.
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'ignore', 'pipe'],
    signal: stop,
    timeout: endWithinMs,
    killSignal: 'SIGKILL',
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It has ended already, and says so below.
  }
  // A child that is gone already says so by its end.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(order));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [code, said] = await Promise.all([ended, text(child.stderr)]).catch((cause: unknown) => {
    throw new RenderFailed('rendering was stopped', { cause });
  });
  if (code === null) throw new RenderFailed('the pages were not rendered in time');
  if (code !== 0) throw new RenderFailed(said.slice(0, longestReason) || 'rendering ended without a word');
}
