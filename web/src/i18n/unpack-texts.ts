import type { MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Texts } from './texts-of-page';

/** A catalogue as it travels: nested by the parts of its keys, a text without placeholders as a plain string. */
export interface PackedTexts {
  [name: string]: string | MessageFormatElement[] | PackedTexts;
}

/** Parsed messages by dotted key, as react-intl wants them. */
export function unpackTexts(packed: PackedTexts, prefix = ''): Texts {
  const texts: Partial<Record<string, MessageFormatElement[]>> = {};
  for (const [name, text] of Object.entries(packed)) {
    const key = prefix + name;
    if (typeof text === 'string') texts[key] = [{ type: 0 as TYPE.literal, value: text }];
    else if (Array.isArray(text)) texts[key] = text;
    else Object.assign(texts, unpackTexts(text, `${key}.`));
  }
  return texts as Texts;
}
