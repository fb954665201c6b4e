import { TextDraft } from '@voordeur/contracts/db';
import type {
  PublishAnswer,
  TextDraftAnswer,
  TextDraftsAnswer,
  TextLanguage,
} from '@voordeur/contracts/http';
import type { DataSource, EntityManager } from 'typeorm';
import { changeTexts, lockTexts, type TextChange } from './change-texts.js';
import { builtInTexts, hasText, matchesEtag, readTexts } from './read-texts.js';
import { checkText, checkTexts, textConflict, textsConflict } from './save-text.js';

/** The drafts of texts that this build has; others stay in the table. */
export async function readDrafts(db: EntityManager): Promise<TextDraftsAnswer> {
  const [{ version }, drafts] = [await readTexts(db), await findDrafts(db)];
  return { version, drafts: drafts.map(answerOf) };
}

/**
 * Keeps a text for later, over a draft that there was. Refused like a text that is saved (`saveText`); `isUnchanged` gets
 * the draft, or without one the published text.
 */
export async function saveDraft(
  db: DataSource,
  change: TextChange,
  isUnchanged: (current: string) => boolean,
): Promise<{ key: string; language: TextLanguage; value: string }> {
  const { language, key } = change;
  const builtIn = checkText(change);
  const value = change.value === builtIn ? '' : change.value;
  await db.transaction(async (tx) => {
    await lockTexts(tx);
    const { whole } = await readTexts(tx);
    const published = whole[language][key] ?? '';
    const before = await tx.findOneBy(TextDraft, { language, key });
    const current = before ? textOf(before) : published;
    if (!isUnchanged(current)) throw textConflict(current);
    if (textOf({ language, key, value }) === published) await tx.delete(TextDraft, { language, key });
    else {
      const writtenOver = before?.writtenOver ?? published;
      await tx.upsert(TextDraft, { language, key, value, writtenOver, updatedAt: new Date() }, [
        'language',
        'key',
      ]);
    }
  });
  return { key, language, value: textOf({ language, key, value }) };
}

export async function discardDraft(
  db: DataSource,
  { language, key }: { language: TextLanguage; key: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTexts(tx);
    await tx.delete(TextDraft, { language, key });
  });
}

export async function discardAllDrafts(db: DataSource): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTexts(tx);
    await tx.deleteAll(TextDraft);
  });
}

/**
 * Publishes every draft in one transaction, as one version. Throws `text-conflict` if a text was changed after its draft
 * was begun and `ifMatch` isn't the present version, and `broken-text` if this build can't show one of them.
 */
export async function publishDrafts(db: DataSource, ifMatch: string | undefined): Promise<PublishAnswer> {
  let published = 0;
  const { version } = await changeTexts(db, async (current, tx) => {
    const drafts = await findDrafts(tx);
    const moved = drafts.filter(
      ({ language, key, writtenOver }) => current.whole[language][key] !== writtenOver,
    );
    const isSeen = ifMatch !== undefined && matchesEtag(ifMatch, `"${current.version}"`);
    if (ifMatch === undefined ? moved.length > 0 : !isSeen) throw textsConflict(moved, current.whole);
    // The build may be another one than that which took them.
    checkTexts(
      drafts.map(({ language, key, value }) => ({ language, key, value: textOf({ language, key, value }) })),
    );
    for (const { language, key } of drafts) await tx.delete(TextDraft, { language, key });
    published = drafts.length;
    return drafts.map(({ language, key, value }) => ({ language, key, value }));
  });
  return { version, published };
}

/** In the order of the texts. */
async function findDrafts(db: EntityManager): Promise<TextDraft[]> {
  const drafts = (await db.find(TextDraft)).filter(({ language, key }) => hasText(language, key));
  const keys = Object.keys(builtInTexts.en);
  return drafts.toSorted(
    (a, b) => keys.indexOf(a.key) - keys.indexOf(b.key) || a.language.localeCompare(b.language),
  );
}

function textOf({ language, key, value }: TextChange): string {
  return value === '' ? (builtInTexts[language][key] ?? '') : value;
}

function answerOf(draft: TextDraft): TextDraftAnswer {
  const { key, language, writtenOver, updatedAt } = draft;
  return { key, language, value: textOf(draft), writtenOver, updatedAt: updatedAt.toISOString() };
}
