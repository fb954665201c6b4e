import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runApart } from '../platform/run-apart.js';
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
 * Renders every page into `order.folder` with the site's own build. Throws `RenderFailed`; the folder then holds whatever
 * was written.
 */
export async function renderPages(siteBuild: string, order: Order, stop: AbortSignal): Promise<void> {
  const program = join(siteBuild, 'render-pages.js');
  const running = runApart(program, { input: JSON.stringify(order), timeoutMs: endWithinMs, stop });
  const { code, said } = await running.catch((cause: unknown) => {
    throw new RenderFailed('rendering was stopped', { cause });
  });
  if (code === null) throw new RenderFailed('the pages were not rendered in time');
  if (code !== 0) throw new RenderFailed(said.slice(0, longestReason) || 'rendering ended without a word');
}
