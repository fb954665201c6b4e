import { createHash } from 'node:crypto';
import type { TextConflictDetails, TranslationAnswer } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { ApiError } from '../platform/api-error.js';
import { changeTexts, type TextChange } from './change-texts.js';
import { checkMessage } from './check-message.js';
import { builtInTexts, hasText, matchesEtag, type Texts } from './read-texts.js';

/** A text's ETag: the quoted hex SHA-256 of its UTF-8. */
function etagOf(text: string): string {
  return `"${createHash('sha256').update(text, 'utf8').digest('hex')}"`;
}

/**
 * Stores one text. Throws `not-found` for an unknown key, `broken-text` for a message that the site can't show, and
 * `text-conflict` if `isUnchanged` says that the current text isn't the one that was edited.
 */
export async function saveText(
  db: DataSource,
  { language, key, value }: TextChange,
  isUnchanged: (current: string) => boolean,
): Promise<TranslationAnswer> {
  const builtIn = checkText({ language, key, value });
  await changeTexts(db, ({ whole }) => {
    const current = whole[language][key] ?? '';
    if (!isUnchanged(current)) throw textConflict(current);
    return [{ language, key, value }];
  });
  return { key, value: value === '' ? builtIn : value, language };
}

/**
 * Returns the built-in text that a text replaces. Throws `not-found` for an unknown key, `broken-text` for a message that
 * the site can't show.
 */
export function checkText({ language, key, value }: TextChange): string {
  if (!hasText(language, key)) throw new ApiError('not-found');
  const builtIn = builtInTexts[language][key] ?? '';
  const details = value === '' ? [] : checkMessage(value, builtIn, language);
  if (details.length > 0) throw new ApiError('broken-text', { details });
  return builtIn;
}

export function textConflict(current: string): ApiError {
  const details: TextConflictDetails = [{ field: 'value', message: current }];
  return new ApiError('text-conflict', { details });
}

/** Throws `broken-text` if the site can't show one of several texts; each detail's field is `nl.home.hero.lead`. */
export function checkTexts(changes: TextChange[]): void {
  const details = changes.flatMap(({ language, key, value }) =>
    checkMessage(value, builtInTexts[language][key] ?? '', language).map((problem) => ({
      ...problem,
      field: `${language}.${key}`,
    })),
  );
  if (details.length > 0) throw new ApiError('broken-text', { details });
}

/** Reports the current state of each text, in the same fields. */
export function textsConflict(moved: Pick<TextChange, 'language' | 'key'>[], whole: Texts): ApiError {
  const details = moved.map(({ language, key }) => ({
    field: `${language}.${key}`,
    message: whole[language][key] ?? '',
  }));
  return new ApiError('text-conflict', { details });
}

/** Whether a text matches the `If-Match` header; any text does without one. */
export function unchangedSince(ifMatch: string | undefined): (current: string) => boolean {
  return (current) => ifMatch === undefined || matchesEtag(ifMatch, etagOf(current));
}
