import { createHash } from 'node:crypto';
import type { TextConflictDetails, TranslationAnswer } from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { ApiError } from '../platform/api-error.js';
import { namesTag } from './read-texts.js';
import { builtInTexts, hasText } from './read-texts.js';
import { changeTexts, type TextChange } from './change-texts.js';
import { checkMessage } from './check-message.js';

/** What a text is known by in `If-Match`: SHA-256 of its UTF-8, in hex and quotes. */
function tagOf(text: string): string {
  return `"${createHash('sha256').update(text, 'utf8').digest('hex')}"`;
}

/**
 * Stores one text. Throws `not-found` for a key that the site does not have, `broken-text` for a message that it
 * cannot show, `text-conflict` where `isStillIt` says that the present text is not the one that was edited.
 */
export async function saveText(
  db: DataSource,
  { language, key, value }: TextChange,
  isStillIt: (present: string) => boolean,
): Promise<TranslationAnswer> {
  if (!hasText(language, key)) throw new ApiError('not-found');
  const builtIn = builtInTexts[language][key] ?? '';
  const details = value === '' ? [] : checkMessage(value, builtIn, language);
  if (details.length > 0) throw new ApiError('broken-text', { details });
  await changeTexts(db, ({ whole }) => {
    const present = whole[language][key] ?? '';
    if (!isStillIt(present)) {
      const moved: TextConflictDetails = [{ field: 'value', message: present }];
      throw new ApiError('text-conflict', { details: moved });
    }
    return [{ language, key, value }];
  });
  return { key, value: value === '' ? builtIn : value, language };
}

/** Without the header, whatever the text is. */
export function stillAsIn(ifMatch: string | undefined): (present: string) => boolean {
  return (present) => ifMatch === undefined || namesTag(ifMatch, tagOf(present));
}
