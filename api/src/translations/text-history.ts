import type { TextEditAnswer, TextHistoryAnswer, TextLanguage } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';

const pageSize = 50;

interface EditRow {
  id: string;
  language: TextLanguage;
  key: string;
  old_value: string;
  new_value: string;
  edited_at: Date;
}

interface HistoryQuery {
  key?: string;
  language?: TextLanguage;
  /** The last edit of the previous page. */
  cursor?: string;
}

/** A page of edits, newest first; of all texts if no key is given. */
export async function readHistory(db: EntityManager, query: HistoryQuery): Promise<TextHistoryAnswer> {
  const rows: EditRow[] = await db.query(
    `select * from text_edits where ($1::text is null or key = $1) and ($2::text is null or language = $2)
      and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [query.key, query.language, query.cursor, pageSize + 1],
  );
  const page = rows.slice(0, pageSize);
  return {
    edits: page.map(editOf),
    cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}

/** One edit; null if there is no such edit. */
export async function readEdit(db: EntityManager, id: string): Promise<TextEditAnswer | null> {
  const rows: EditRow[] = await db.query('select * from text_edits where id = $1', [id]);
  return rows[0] ? editOf(rows[0]) : null;
}

function editOf(row: EditRow): TextEditAnswer {
  return {
    id: row.id,
    key: row.key,
    language: row.language,
    old: row.old_value,
    new: row.new_value,
    editedAt: row.edited_at.toISOString(),
  };
}
