import type { DataSource } from 'typeorm';
import { ApiError } from '../platform/api-error.js';
import { changeTexts } from './change-texts.js';
import { hasText } from './read-texts.js';
import { checkTexts, textsConflict } from './save-text.js';
import { readEdits } from './text-history.js';

/**
 * Restores all texts of these edits to before the first of them, in one version of the texts. Throws `not-found` if an
 * edit or its text isn't there, `text-conflict` if one of the texts has changed since, and `broken-text` if the site
 * can't show one of the old texts.
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
  const changes = undone.map(({ language, key, old }) => ({ language, key, value: old }));
  checkTexts(changes);
  return changeTexts(db, ({ whole }) => {
    const moved = undone.filter(({ language, key, new: made }) => whole[language][key] !== made);
    if (moved.length > 0) throw textsConflict(moved, whole);
    return changes;
  });
}
