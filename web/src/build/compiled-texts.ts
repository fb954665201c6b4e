import { isLiteralElement, parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { flattenTexts, textLanguages } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import type { Plugin } from 'vite';
import { partOf, textsParts } from '../i18n/text-parts.ts';
import type { PackedTexts } from '../i18n/unpack-texts';

const prefix = 'virtual:texts/';
const list = 'virtual:texts';

/**
 * Serves the catalogues as modules of parsed messages (`virtual:texts/nl/site` for visitors, `…/video` for an open
 * video, `…/admin` for the admin, `…/analytics`, `…/people`, `…/texts` and `…/access` for screens of it), so a page loads one
 * language and only its part of it. `virtual:texts` has how to load each of them, by `nl/site`.
 */
export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    resolveId: (id) => (id === list || id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${list}`) return writeList();
      if (!id.startsWith(`\0${prefix}`)) return null;
      const [language, part] = id.slice(prefix.length + 1).split('/');
      const catalogue = messages[language as keyof typeof messages];
      const texts = Object.entries(flattenTexts(catalogue)).filter(([key]) => partOf(key) === part);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(packTexts(texts)))})`;
    },
  };
}

function writeList(): string {
  const names = textLanguages.flatMap((language) => textsParts.map((part) => `${language}/${part}`));
  return `export default { ${names.map((name) => `'${name}': () => import('${prefix}${name}')`).join(', ')} }`;
}

/** The format of `unpackTexts` (i18n/unpack-texts.ts): 5 % smaller than flat messages, compressed. */
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
