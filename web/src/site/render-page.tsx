import { text } from 'node:stream/consumers';
import { StrictMode } from 'react';
import { type TextLanguage, textLanguages, tokensOf } from '@voordeur/contracts/http';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { type CaseBlock, caseWordsId, wordsInSettings } from '../config/case-words';
import { publicSettings } from '../config/public-settings';
import { site, siteId, siteOfPage } from '../config/site';
import { loadTexts } from '../i18n/texts';
import { changedTexts, type ChangedTexts, textsId, textsOfPage } from '../i18n/texts-of-page';
import { App } from './app';
import { addressOf, type Page, canonicalOf } from './pages/paths';
import { renderHead } from './render-head';

const languagePlace = '<html lang="en">';
/** The colour of the browser's own bars (build/page-plugins.ts). */
const themePlace = /(?<=<meta name="theme-color" content=")[^"]+/;
/** Where a page's own parts go in the browser's HTML. */
const places = { head: '<!--head-->', page: '<!--page-->' };

/**
 * Renders one page as the HTML that visitors get. `template` is the built `index.html`, `preloads` the fonts and scripts
 * that it will need, `publicUrl` the site's own origin. Throws where a strict content security policy would block
 * something.
 */
export async function renderPage(
  page: Page,
  { template, preloads, publicUrl }: { template: string; preloads: string[]; publicUrl: string },
): Promise<string> {
  const texts = await loadTexts(page.language, 'site');
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouter location={addressOf(page)}>
        <App />
      </StaticRouter>
    </StrictMode>,
    // Otherwise React moves a large part to the end of the page, with an inline script that puts it back.
    {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      // Inside a Suspense, React would leave a hole in the page and carry on.
      onError: (error) => void failures.push(error),
    },
  );
  const html = await text(prelude);
  if (failures.length > 0) throw new Error(`${page.file} cannot be rendered`, { cause: failures[0] });
  if (/ style="|<script/.test(html)) throw new Error(`${page.file} holds a style attribute or a script`);

  // `/` alone moves to another language before it is shown.
  const languages = canonicalOf(page) === '/' ? textLanguages : [page.language];
  const head = renderHead(page, texts, { preloads, publicUrl });
  const { night } = tokensOf(site.colours);
  const own = template
    .replace(languagePlace, `<html lang="${page.language}">`)
    .replace(themePlace, (built) => night ?? built);
  return fillTemplate(own, {
    head: head + renderSite() + renderCase(page) + renderTexts(languages, 'site'),
    page: html,
  });
}

/** Throws where the template, a built HTML file of Vite, lacks a place. */
export function fillTemplate(template: string, { head, page }: { head: string; page: string }): string {
  for (const place of Object.values(places)) {
    if (!template.includes(place)) throw new Error(`the template has no ${place}`);
  }
  return template.replace(places.head, () => head).replace(places.page, () => page);
}

/**
 * The changed texts that a page was written with, as a data block: the browser starts with the same ones, without
 * a request. Empty where none was changed.
 */
export function renderTexts(languages: readonly TextLanguage[], part: 'site' | 'admin'): string {
  const all = textsOfPage();
  if (!all || Object.values(all.texts).every((texts) => Object.keys(texts).length === 0)) return '';
  const texts = Object.fromEntries(
    languages.map((language) => [
      language,
      part === 'site'
        ? { ...changedTexts(language, 'site'), ...changedTexts(language, 'calendar') }
        : all.texts[language],
    ]),
  );
  const block: ChangedTexts = { version: all.version, texts };
  return renderData(textsId, block);
}

/** The owner's changed settings that a page was rendered with, as a data block. Empty where none was changed. */
export function renderSite(): string {
  return Object.keys(siteOfPage).length === 0 ? '' : renderData(siteId, publicSettings(siteOfPage));
}

/** The story and the quote that the page of a case shows, as a data block; no other page carries them. */
function renderCase({ street, path, language }: Page): string {
  const words = street && wordsInSettings(street, language);
  return words ? renderData(caseWordsId, { path, words } satisfies CaseBlock) : '';
}

function renderData(id: string, data: object): string {
  // A text may hold `</script>`.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `\n    <script type="application/json" id="${id}">${json}</script>`;
}
