import { changedTexts, type ChangedTexts, textsId, textsOfPage } from '../i18n/texts-of-page';
import { canonicalOf, isAdmin, type Page } from './pages/paths';

/**
 * The changed texts that a page was rendered with, as a data block: the browser hydrates with the same ones, without
 * a request. Empty where none was changed.
 */
export function renderTexts(page: Page): string {
  const all = textsOfPage();
  if (!all || Object.values(all.texts).every((texts) => Object.keys(texts).length === 0)) return '';
  // `/` alone moves to either language before it is shown.
  const languages = canonicalOf(page) === '/' ? (['en', 'nl'] as const) : [page.language];
  const texts = Object.fromEntries(
    languages.map((language) => [
      language,
      { ...changedTexts(language, 'site'), ...(isAdmin(page) && changedTexts(language, 'admin')) },
    ]),
  );
  const block: ChangedTexts = { version: all.version, texts };
  // A text may hold `</script>`.
  const json = JSON.stringify(block).replaceAll('<', '\\u003c');
  return `\n    <script type="application/json" id="${textsId}">${json}</script>`;
}
