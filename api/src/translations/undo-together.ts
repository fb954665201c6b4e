import type { DataSource } from 'typeorm';
import { ApiError } from '../platform/api-error.js';
import { changeTexts } from './change-texts.js';
import { checkMessage } from './check-message.js';
import { builtInTexts, hasText } from './read-texts.js';
import { readEdits } from './text-history.js';

/**
 * Puts back what all texts of these edits said before the first of them, in one version of the texts. Throws `not-found` if an edit or its text isn't
 * there, `text-conflict` if one of the texts has changed since, and `broken-text` if the site can't show one of the old texts.
 */
export async function undoTogether(db: DataSource, ids: string[]): Promise<{ version: string }> {
  const edits = await readEdits(db.manager, ids);
  if (edits.length < new Set(ids).size) throw new ApiError('not-found');
  if (edits.some(({ language, key }) => !hasText(language, key))) throw new ApiError('not-found');
  const texts = new Map(edits.map((edit) => [`${edit.language} ${edit.key}`, { ...edit }]));
  for (const { language, key, old } of edits.toReversed()) {
    const text = texts.get(`${language} ${key}`);
    if (text) text.old = old;
  }
  const undone = [...texts.values()];
  const details = undone.flatMap(({ language, key, old }) =>
    checkMessage(old, builtInTexts[language][key] ?? '', language).map((problem) => ({
      ...problem,
      field: `${language}.${key}`,
    })),
  );
  if (details.length > 0) throw new ApiError('broken-text', { details });
  return changeTexts(db, ({ whole }) => {
    const moved = undone.filter(({ language, key, new: made }) => whole[language][key] !== made);
    if (moved.length > 0)
      throw new ApiError('text-conflict', {
        details: moved.map(({ language, key }) => ({
          field: `${language}.${key}`,
          message: whole[language][key] ?? '',
        })),
      });
    return undone.map(({ language, key, old }) => ({ language, key, value: old }));
  });
}
