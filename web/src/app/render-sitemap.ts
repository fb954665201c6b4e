import { addressOf, pages } from './pages/paths';
import { alternatesOf } from './render-head';

/** Every page that may be listed, each with its other languages. */
export function renderSitemap(publicUrl: string): string {
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

export function renderRobots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /documents/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
