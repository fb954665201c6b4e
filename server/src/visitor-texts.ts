import { flattenTexts, perLanguage, type TextLanguage } from '@voordeur/contracts/http';
import { type MessageKey, messages } from '@voordeur/contracts/messages';
import { IntlMessageFormat } from 'intl-messageformat';
import type { EntityManager } from 'typeorm';

/** A text of a mail to a visitor, or of a page that the api makes, with these values filled in. */
export type VisitorText = (
  key: Extract<MessageKey, `${'mail' | 'meeting'}.${string}`>,
  values?: Record<string, string | number>,
) => string;

/** Our own texts, by their dotted names. */
export const builtInTexts = perLanguage((language) => flattenTexts(messages[language]));

/** The texts of mails and of such pages in a language, in the owner's words where she has changed them. */
export async function readVisitorTexts(
  db: Pick<EntityManager, 'query'>,
  language: TextLanguage,
): Promise<VisitorText> {
  const rows = await db.query<{ key: string; value: string }[]>(
    `select key, value from texts where language = $1 and key ~ '^(mail|meeting)[.]'`,
    [language],
  );
  return visitorTexts(language, new Map(rows.map(({ key, value }) => [key, value])));
}

export function visitorTexts(language: TextLanguage, changed = new Map<string, string>()): VisitorText {
  return (key, values) => {
    const fill = (text: string) =>
      String(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format(values));
    const own = changed.get(key);
    try {
      if (own !== undefined) return fill(own);
    } catch {
      // Saved when the text had other values to fill in. The mail matters more than its words.
    }
    return fill(builtInTexts[language][key] ?? '');
  };
}
