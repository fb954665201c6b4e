import type { MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import type { TextLanguage, TextsOfPage } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { type CatalogueName, isInCatalogue } from './catalogues';

/** Parsed messages by dotted key: those of one catalogue. */
export type Texts = Record<MessageKey, MessageFormatElement[]>;
export type ChangedTexts = TextsOfPage<MessageFormatElement[]>;

/** Where a page carries them. */
export const textsId = 'texts';

let changed = import.meta.env.SSR ? null : readFromPage();

/** The owner's changes when this page was rendered; null if there were none. */
export function textsOfPage(): ChangedTexts | null {
  return changed;
}

/** Called by the prerenderer before it loads any texts, and when the owner's texts change while a page is open. */
export function setChangedTexts(texts: ChangedTexts): void {
  changed = texts;
}

/** The changed texts of one catalogue. */
export function changedTexts(language: TextLanguage, name: CatalogueName): Partial<Texts> {
  const texts = Object.entries(changed?.texts[language] ?? {});
  return Object.fromEntries(texts.filter(([key]) => isInCatalogue(name, key)));
}

function readFromPage(): ChangedTexts | null {
  // Tests of single parts have no page.
  const block = typeof document === 'undefined' ? null : document.getElementById(textsId);
  return block ? (JSON.parse(block.textContent) as ChangedTexts) : null;
}

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
