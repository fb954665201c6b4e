import { TextsState } from '@voordeur/contracts/db';
import { flattenTexts, perLanguage, type TextLanguage, textLanguages } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import type { EntityManager } from 'typeorm';

/** By language and dotted key. */
export type Texts = Record<TextLanguage, Record<string, string>>;

/** The texts of a site whose owner has changed nothing. */
export const builtInTexts: Texts = perLanguage((language) => flattenTexts(messages[language]));

export function hasText(language: TextLanguage, key: string): boolean {
  return textLanguages.includes(language) && Object.hasOwn(builtInTexts[language], key);
}

export interface CurrentTexts {
  /** The id of the last edit, or `built-in` before the first. */
  version: string;
  /** Only texts that differ from the built-in ones. */
  changed: Texts;
  /** Every text. */
  whole: Texts;
}

/** The current texts. Texts whose keys this build no longer has are left out, but stay in the table. */
export async function readTexts(db: Pick<EntityManager, 'query'>): Promise<CurrentTexts> {
  const [row]: [{ version: string | null; texts: { language: TextLanguage; key: string; value: string }[] }] =
    await db.query(
      `select (select version from texts_state) as version, coalesce((select json_agg(t) from
        (select language, key, value from texts) t), '[]') as texts`,
    );
  const stored: Texts = perLanguage(() => ({}));
  for (const { language, key, value } of row.texts) {
    // Texts of a language that this site no longer has stay in the table too.
    if (textLanguages.includes(language)) stored[language][key] = value;
  }
  const changed = perLanguage((language) => changedIn(language, stored));
  const whole = perLanguage((language) => ({ ...builtInTexts[language], ...changed[language] }));
  return { version: row.version ?? 'built-in', changed, whole };
}

/** Only the version. */
export async function readVersion(db: EntityManager): Promise<string> {
  const state = await db.findOneBy(TextsState, { only: true });
  return state?.version ?? 'built-in';
}

/** In the order of the catalogue, so that the same texts always give the same JSON. */
function changedIn(language: TextLanguage, stored: Texts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(builtInTexts[language]).flatMap(([key, builtIn]) => {
      const value = stored[language][key];
      return value === undefined || value === builtIn ? [] : [[key, value]];
    }),
  );
}

/** Whether an `If-Match` or `If-None-Match` header lists this ETag (quoted). `W/` is ignored, as all our ETags are strong. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((listed) => listed === etag || listed === '*');
}
