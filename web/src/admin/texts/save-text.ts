import type {
  TranslationAnswer,
  TranslationBody,
  PublishAnswer,
  TextDraftAnswer,
  TextDraftsAnswer,
  TextLanguage,
} from '@voordeur/contracts/http';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { useQuery } from '@tanstack/react-query';
import { adminSend } from '../../lib/admin-api';

// Apart from the other calls: the admin's home asks for the pages' state, and has no use for hashes.

/** Saves a text if it's still `openedOn`; otherwise it's refused (`text-conflict`) with the current text. */
export function saveTranslation(body: TranslationBody, openedOn: string): Promise<TranslationAnswer> {
  return adminSend('PUT', '/api/admin/translations', body, { 'if-match': tagOf(openedOn) });
}

/** Quoted hex SHA-256; `crypto.subtle` isn't available without https. */
function tagOf(text: string): string {
  return `"${bytesToHex(sha256(utf8ToBytes(text)))}"`;
}

const path = '/api/admin/translations/drafts';

export type KeptDrafts = Partial<Record<TextLanguage, TextDraftAnswer>>;

const query = { queryKey: [path] } as const;

/** The drafts in Postgres. */
export function useKeptDrafts() {
  return useQuery<TextDraftsAnswer>(query);
}

/** The same by the keys of their texts. */
export function useDraftsByKey(): Record<string, KeptDrafts> {
  return (
    useQuery<TextDraftsAnswer, Error, Record<string, KeptDrafts>>({ ...query, select: byKey }).data ?? none
  );
}

const none = {};

function byKey({ drafts }: TextDraftsAnswer): Record<string, KeptDrafts> {
  const kept: Record<string, KeptDrafts> = {};
  for (const draft of drafts) (kept[draft.key] ??= {})[draft.language] = draft;
  return kept;
}

/** Keeps a text as a draft if the text it replaces is still `openedOn`; otherwise it's refused (`text-conflict`). */
export function keepDraft(body: TranslationBody, openedOn: string): Promise<TranslationAnswer> {
  return adminSend('PUT', path, body, { 'if-match': tagOf(openedOn) });
}

export function discardKeptDrafts(): Promise<void> {
  return adminSend('DELETE', path, {});
}

/** Publishes all of them; with the version that the owner has seen, over texts that were changed since too. */
export function publishKeptDrafts(version?: string): Promise<PublishAnswer> {
  return adminSend(
    'POST',
    `${path}/publish`,
    {},
    version === undefined ? {} : { 'if-match': `"${version}"` },
  );
}
