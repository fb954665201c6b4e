import { TextsState } from '@voordeur/contracts/db';
import type { TextLanguage } from '@voordeur/contracts/http';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { builtInTexts, type CurrentTexts, readTexts } from './read-texts.js';

/** An empty value means the built-in text. */
export interface TextChange {
  language: TextLanguage;
  key: string;
  value: string;
}

interface Edit extends TextChange {
  id: string;
  old: string;
}

/**
 * Makes all changes or none, each with an entry in the history, and returns the new version. `decide` gets the texts
 * and the transaction while nobody else can change them; errors propagate. A text that stays the same is not an edit.
 */
export async function changeTexts(
  db: DataSource,
  decide: (current: CurrentTexts, tx: EntityManager) => TextChange[] | Promise<TextChange[]>,
): Promise<{ version: string }> {
  return db.transaction(async (tx) => {
    await lockTexts(tx);
    const current = await readTexts(tx);
    const edits = (await decide(current, tx))
      .map(({ language, key, value }) => ({
        id: uuidv7(),
        language,
        key,
        old: current.whole[language][key] ?? '',
        value: value === '' ? (builtInTexts[language][key] ?? '') : value,
      }))
      .filter(({ old, value }) => old !== value);
    const last = edits.at(-1);
    if (!last) return { version: current.version };
    await writeEdits(tx, edits);
    await tx.upsert(TextsState, { only: true, version: last.id, changedAt: () => 'now()' }, ['only']);
    return { version: last.id };
  });
}

/** Until the transaction ends, nobody else changes texts or drafts. */
export async function lockTexts(tx: EntityManager): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/texts'))`);
}

async function writeEdits(tx: EntityManager, edits: Edit[]): Promise<void> {
  const columns = (some: Edit[]) => [some.map((edit) => edit.language), some.map((edit) => edit.key)];
  await tx.query(
    `insert into text_edits (language, key, id, old_value, new_value)
    select * from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[])`,
    [
      ...columns(edits),
      edits.map(({ id }) => id),
      edits.map(({ old }) => old),
      edits.map(({ value }) => value),
    ],
  );
  const isBuiltIn = ({ language, key, value }: Edit) => value === builtInTexts[language][key];
  const reset = edits.filter(isBuiltIn);
  const set = edits.filter((edit) => !isBuiltIn(edit));
  await tx.query(
    `delete from texts where (language, key) in (select * from unnest($1::text[], $2::text[]))`,
    columns(reset),
  );
  await tx.query(
    `insert into texts (language, key, value) select * from unnest($1::text[], $2::text[], $3::text[])
    on conflict (language, key) do update set value = excluded.value, updated_at = now()`,
    [...columns(set), set.map(({ value }) => value)],
  );
}
