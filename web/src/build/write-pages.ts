import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { localeOf, textLanguages } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { createIntl, type IntlShape } from 'react-intl';
import { screenHeads } from '../admin/screens';
import { colourFile, colourSheet } from '../config/colours';
import { iconOf } from '../config/icons';
import { site } from '../config/site';
import { loadTexts } from '../i18n/texts';
import { alternatesOf } from '../site/pages/page-links';
import { addressOf, casePages, type Page, pages, writtenPages } from '../site/pages/paths';
import { escapeHtml, renderFramePolicy, renderIcons, renderPreload } from '../site/render-head';
import { renderPage, fillTemplate, renderSite, renderTexts } from '../site/render-page';

/** The parts of the browser's build that rendering its pages again needs. */
export interface SiteParts {
  /** The built `index.html`. */
  template: string;
  /** By a page's screen and language (`preloadKey`): the files to preload. */
  preloads: Record<string, string[]>;
  /** The built `admin.html`, and the files to preload there. */
  admin: { template: string; preloads: string[] };
  /** The web app manifests that came with the build, by the names of their files. */
  manifests: Record<string, object>;
}

/** The file of `SiteParts`, in the folder of the server build. */
export const partsFile = 'site.json';

export const preloadKey = ({ screen, language }: Pick<Page, 'screen' | 'language'>) =>
  `${screen} ${language}`;

/**
 * Renders every page, the admin's, the owner's colours, the manifests, the sitemap and robots.txt into a folder.
 * `publicUrl` has no trailing slash.
 */
export async function writePages(folder: string, parts: SiteParts, publicUrl: string): Promise<void> {
  for (const page of writtenPages()) {
    const file = join(folder, page.file);
    const preloads = parts.preloads[preloadKey(page)] ?? [];
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await renderPage(page, { template: parts.template, preloads, publicUrl }));
  }
  const colours = colourSheet(site.colours);
  if (colours !== '') await writeFile(join(folder, colourFile), colours);
  await writeFile(join(folder, 'admin.html'), await renderAdmin(parts.admin.template, parts.admin.preloads));
  for (const [name, manifest] of Object.entries(parts.manifests))
    await writeFile(join(folder, name), renderManifest(manifest));
  await writeFile(join(folder, 'sitemap.xml'), renderSitemap(publicUrl));
  await writeFile(join(folder, 'robots.txt'), renderRobots(publicUrl));
}

/** Every indexed page, each with its other languages. */
function renderSitemap(publicUrl: string): string {
  const entries = [...pages, ...casePages()]
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

/** A manifest with the site's name and icons. */
function renderManifest(manifest: object): string {
  const icons = ([192, 512, 'maskable'] as const).map((icon) => {
    const size = icon === 'maskable' ? 512 : icon;
    const purpose = icon === 'maskable' ? { purpose: icon } : {};
    return { src: iconOf(icon), sizes: `${size}x${size}`, type: 'image/png', ...purpose };
  });
  return JSON.stringify({ ...manifest, name: site.product, short_name: site.product, icons });
}

/** The admin's one page: its head, the owner's changed settings and texts, and a sentence for when its script doesn't run or doesn't start. */
async function renderAdmin(template: string, preloads: string[]): Promise<string> {
  const intls = await Promise.all(
    textLanguages.map(async (language) => {
      const messages = await loadTexts(language, 'admin');
      return createIntl({ locale: localeOf(language), messages });
    }),
  );
  const [words] = intls;
  if (!words) throw new Error('The site has no language');
  const [titleKey, descriptionKey] = screenHeads.home;
  const title = words.formatMessage({ id: titleKey }, { product: site.product });
  const description = words.formatMessage({ id: descriptionKey });
  const head = [
    renderFramePolicy(["'self'"]),
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...preloads.map(renderPreload),
    ...renderIcons('admin'),
  ];
  const inEach = (show: (words: IntlShape) => string) =>
    intls.map((intl, index) => `<p lang="${textLanguages[index]}">${show(intl)}</p>`).join('');
  const say = (intl: IntlShape, id: MessageKey) => escapeHtml(intl.formatMessage({ id }));
  const withoutScript = inEach((intl) => say(intl, 'admin.noScript'));
  const notStarted = inEach(
    (intl) =>
      `${say(intl, 'load.failedTitle')} <a href="" class="text-lamp underline">${say(intl, 'load.retry')}</a>`,
  );
  return fillTemplate(template, {
    head: head.join('\n    ') + renderSite() + renderTexts(textLanguages, 'admin'),
    page: `<noscript>${withoutScript}</noscript><div class="not-started">${notStarted}</div>`,
  });
}
