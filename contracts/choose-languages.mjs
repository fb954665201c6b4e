// Writes which languages this site has, from `languages` in site.config.json, so that the compiler knows them and no
// program reads a file for it. Part of every build; the files it writes are in the repository for the example's own.
//   node contracts/choose-languages.mjs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

// The product's own, which its tests speak too: their texts are always built in, whichever the site has.
const builtIn = ['en', 'nl'];

const messagesOf = new URL('src/messages/', import.meta.url);
// A site.config.json of an older version has none.
const { languages = builtIn } = readJson(new URL('../site.config.json', import.meta.url));
const withTexts = [...new Set([...builtIn, ...languages])];

for (const language of languages) {
  if (!existsSync(new URL(`${language}.json`, messagesOf)))
    stop(`it names ${language}, but there is no contracts/src/messages/${language}.json`);
}
const mailTexts = new URL('../worker/src/mail/texts/', import.meta.url);
for (const language of languages) {
  // The site is built in an image without the worker.
  if (existsSync(mailTexts) && !existsSync(new URL(`${language}.ts`, mailTexts)))
    stop(`it names ${language}, but there is no worker/src/mail/texts/${language}.ts`);
}
if (languages[0] !== 'en')
  stop('the first one has to be en: texts that another language lacks are shown in it');

const keys = keysOf(readJson(new URL('en.json', messagesOf)));
for (const language of languages) {
  const own = new Set(keysOf(readJson(new URL(`${language}.json`, messagesOf))));
  const missing = keys.filter((key) => !own.has(key));
  if (missing.length > 0)
    console.warn(`${language}.json lacks ${missing.length} texts, shown in English: ${missing.join(', ')}`);
}

const written = '// Written by contracts/choose-languages.mjs from `languages` in site.config.json.\n';
const quoted = (names) => names.map((name) => `'${name}'`);
write(
  'src/messages/site-languages.ts',
  `${written}
/** The languages that texts are built in for: those of this site, and the product's own. */
export type TextLanguage = ${quoted(withTexts).join(' | ')};

/** The languages of this site, the default first. */
export const textLanguages: readonly TextLanguage[] = [${quoted(languages).join(', ')}];

/** The name of each in itself. \`Intl\` takes 40 to 120 ms for its first answer on a page (two slow cores). */
export const ownNames: Readonly<Record<TextLanguage, string>> = {
${withTexts.map((language) => `  ${language}: '${new Intl.DisplayNames(language, { type: 'language' }).of(language)}',\n`).join('')}};
`,
);
write(
  'src/messages/catalogues.ts',
  `${written}${withTexts.map((language) => `export { default as ${language} } from './${language}.json' with { type: 'json' };\n`).join('')}`,
);

/** Writes only changed files, so that nothing is recompiled needlessly. */
function write(path, text) {
  const file = new URL(path, import.meta.url);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

function keysOf(tree, prefix = '') {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function stop(reason) {
  console.error(`site.config.json's languages: ${reason}.`);
  process.exit(1);
}
