import { TextEdit } from '@voordeur/contracts/db';
import type { TextEditAnswer, TextHistoryAnswer } from '@voordeur/contracts/http';
import { type EntityManager, In, LessThan } from 'typeorm';
import { pageOf, pageSize } from '../platform/paging.js';
import type { HistoryQueryDto } from './translation.dto.js';

/** A page of edits, newest first; of all texts if no key is given. */
export async function readHistory(
  db: EntityManager,
  { key, language, cursor }: HistoryQueryDto,
): Promise<TextHistoryAnswer> {
  const edits = await db.find(TextEdit, {
    where: {
      ...(key !== undefined && { key }),
      ...(language && { language }),
      ...(cursor !== undefined && { id: LessThan(cursor) }),
    },
    order: { id: 'DESC' },
    take: pageSize + 1,
  });
  const { page, cursor: next } = pageOf(edits);
  return { edits: page.map(editOf), cursor: next };
}

/** One edit; null if there is no such edit. */
export async function readEdit(db: EntityManager, id: string): Promise<TextEditAnswer | null> {
  const edit = await db.findOneBy(TextEdit, { id });
  return edit && editOf(edit);
}

/** The given edits that exist, oldest first. */
export async function readEdits(db: EntityManager, ids: string[]): Promise<TextEditAnswer[]> {
  const edits = await db.find(TextEdit, { where: { id: In(ids) }, order: { id: 'ASC' } });
  return edits.map(editOf);
}

function editOf({ id, key, language, oldValue, newValue, editedAt }: TextEdit): TextEditAnswer {
  return { id, key, language, old: oldValue, new: newValue, editedAt: editedAt.toISOString() };
}
