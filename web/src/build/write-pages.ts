import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writtenPages } from '../app/pages/paths';
import { renderPage } from '../app/render-page';
import { renderRobots, renderSitemap } from '../app/render-sitemap';

/** What the browser's build left for rendering its pages again. */
export interface SiteParts {
  /** The built `index.html`. */
  template: string;
  /** By a page's file: what to ask for at once. */
  preloads: Record<string, string[]>;
}

/** Its name, in the folder of the bundled server build. */
export const partsFile = 'site.json';

/** Renders every page, the sitemap and robots.txt into a folder; `publicUrl` has no slash at its end. */
export async function writePages(folder: string, parts: SiteParts, publicUrl: string): Promise<void> {
  for (const page of writtenPages) {
    const file = join(folder, page.file);
    const preloads = parts.preloads[page.file] ?? [];
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await renderPage(page, { template: parts.template, preloads, publicUrl }));
  }
  await writeFile(join(folder, 'sitemap.xml'), renderSitemap(publicUrl));
  await writeFile(join(folder, 'robots.txt'), renderRobots(publicUrl));
}
