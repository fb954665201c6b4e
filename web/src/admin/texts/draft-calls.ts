import type {
  PublishAnswer,
  TextDraftAnswer,
  TextDraftsAnswer,
  TextLanguage,
  TranslationAnswer,
  TranslationBody,
} from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { adminSend } from '../../lib/admin-api';
import { tagOf } from './save-translation';

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
