import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writtenPages, addressOf, pages } from '../site/pages/paths';
import { alternatesOf } from '../site/pages/page-links';
import { renderPage } from '../site/render-page';
import { renderAdmin } from './render-admin';

/** The parts of the browser's build that rendering its pages again needs. */
export interface SiteParts {
  /** The built `index.html`. */
  template: string;
  /** By a page's file: the files to preload. */
  preloads: Record<string, string[]>;
  /** The built `admin.html`, and the files to preload there. */
  admin: { template: string; preloads: string[] };
}

/** The file of `SiteParts`, in the folder of the server build. */
export const partsFile = 'site.json';

/** Renders every page, the admin's, the sitemap and robots.txt into a folder. `publicUrl` has no trailing slash. */
export async function writePages(folder: string, parts: SiteParts, publicUrl: string): Promise<void> {
  for (const page of writtenPages) {
    const file = join(folder, page.file);
    const preloads = parts.preloads[page.file] ?? [];
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await renderPage(page, { template: parts.template, preloads, publicUrl }));
  }
  await writeFile(join(folder, 'admin.html'), await renderAdmin(parts.admin.template, parts.admin.preloads));
  await writeFile(join(folder, 'sitemap.xml'), renderSitemap(publicUrl));
  await writeFile(join(folder, 'robots.txt'), renderRobots(publicUrl));
}

/** Every indexed page, each with its other languages. */
function renderSitemap(publicUrl: string): string {
  const entries = pages
    .filter((page) => page.indexed)
    .map((page) => {
      const links = alternatesOf(page).map(
        ({ language, path }) =>
          `<xhtml:link rel="alternate" hreflang="${language}" href="${publicUrl}${path}"/>`,
      );
      return `  <url><loc>${publicUrl}${addressOf(page)}</loc>${links.join('')}</url>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}

function renderRobots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /shared\nDisallow: /api/\nDisallow: /documents/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
