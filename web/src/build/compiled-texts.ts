import { isLiteralElement, parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { flattenTexts, textLanguages } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import type { Plugin } from 'vite';
import { type CatalogueName, catalogueNames, isInCatalogue } from '../i18n/catalogues.ts';
import type { PackedTexts } from '../i18n/texts-of-page';

const prefix = 'virtual:texts/';
const list = 'virtual:texts';

/**
 * Serves the catalogues as modules of parsed messages, such as `virtual:texts/nl/site` and `virtual:texts/nl/admin`, so
 * a page loads those of one language and one product. `virtual:texts` has how to load each of them, by `nl/site`.
 */
export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    resolveId: (id) => (id === list || id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${list}`) return writeList();
      if (!id.startsWith(`\0${prefix}`)) return null;
      const [language, name] = id.slice(prefix.length + 1).split('/');
      const catalogue = messages[language as keyof typeof messages];
      const texts = Object.entries(flattenTexts(catalogue)).filter(([key]) =>
        isInCatalogue(name as CatalogueName, key),
      );
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(packTexts(texts)))})`;
    },
  };
}

function writeList(): string {
  const names = textLanguages.flatMap((language) => catalogueNames.map((name) => `${language}/${name}`));
  return `export default { ${names.map((name) => `'${name}': () => import('${prefix}${name}')`).join(', ')} }`;
}

/** The format of `unpackTexts` (i18n/texts-of-page.ts): 5 % smaller than flat messages, compressed. */
function packTexts(texts: [key: string, text: string][]): PackedTexts {
  const packed: PackedTexts = {};
  for (const [key, text] of texts) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let place = packed;
    for (const name of path) place = (place[name] ??= {}) as PackedTexts;
    const message = parseText(text, `the text ${key}`);
    place[last] = message.every(isLiteralElement) ? message.map(({ value }) => value).join('') : message;
  }
  return packed;
}

/** Throws with the text's `name` when it isn't an ICU message. */
export function parseText(text: string, name: string): MessageFormatElement[] {
  try {
    return parse(text, { captureLocation: false });
  } catch (cause) {
    throw new Error(`${name} is not a valid ICU message`, { cause });
  }
}
