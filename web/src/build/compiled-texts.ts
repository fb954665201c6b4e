import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { flattenTexts } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import type { Plugin } from 'vite';

const prefix = 'virtual:texts/';

/**
 * Serves the catalogues as modules of parsed messages: `virtual:texts/nl/site` for visitors,
 * `virtual:texts/nl/admin` for the admin's chunk, so that a page loads one language and its own part of it.
 */
export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const [language, part] = id.slice(prefix.length + 1).split('/');
      const catalogue = messages[language as keyof typeof messages];
      const texts = Object.entries(flattenTexts(catalogue)).filter(
        ([key]) => key.startsWith('admin.') === (part === 'admin'),
      );
      const parsed = Object.fromEntries(texts.map(([key, text]) => [key, parseText(key, text)]));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(parsed))})`;
    },
  };
}

function parseText(key: string, text: string): MessageFormatElement[] {
  try {
    return parse(text, { captureLocation: false });
  } catch (cause) {
    throw new Error(`The text ${key} is not a valid ICU message`, { cause });
  }
}
