import {
  flattenTexts,
  type ImportAnswer,
  type ImportBody,
  type TextHistoryAnswer,
  type TextLanguage,
  type TranslationAnswer,
  type TranslationBody,
  type TranslationsAnswer,
  type TranslationsStateAnswer,
  type UndoBody,
} from '@voordeur/contracts/http';
import { useQuery, useQueryClient, type InvalidateQueryFilters } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { adminDownload, adminSend } from '../../lib/admin-api';
import { usePages } from '../../lib/admin-queries';
import { fetchByKey } from '../../lib/fetch-by-key';

/** Every text of both languages, by dotted key. */
export type Texts = Record<TextLanguage, Record<string, string>>;

const base = '/api/admin/translations';

/** Everything that saving a text changes: texts, the state of the pages, histories. */
export const textQueries: InvalidateQueryFilters = {
  predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(`${base}/`),
};

/** Every text as it is on the site. */
export function useTranslations() {
  const query = useQuery<TranslationsAnswer>({ queryKey: [`${base}/manage`] });
  const texts = useMemo<Texts | undefined>(
    () => (query.data ? { en: flattenTexts(query.data.en), nl: flattenTexts(query.data.nl) } : undefined),
    [query.data],
  );
  return { texts, query };
}

/** Fetches the texts again, when another tab has saved some. */
export function useRefreshTexts(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries(textQueries);
}

/** Whether the pages have the saved texts. */
export function useTranslationsState() {
  return useQuery<TranslationsStateAnswer>({ queryKey: [`${base}/state`] });
}

/** The pages that show each text, from the build. */
export function useTextUses() {
  return useQuery({ queryKey: ['/text-uses.json'], queryFn: fetchByKey<Record<string, string[]>>() });
}

/** The edits of one text, newest first, fifty per page. */
export function useHistory(key: string, language: TextLanguage) {
  return usePages<TextHistoryAnswer>(`${base}/history?${new URLSearchParams({ key, language }).toString()}`);
}

/** Saves a text if it's still `openedOn`; otherwise it's refused (`text-conflict`) with the current text. */
export function saveTranslation(body: TranslationBody, openedOn: string): Promise<TranslationAnswer> {
  return adminSend('PUT', base, body, { 'if-match': tagOfText(openedOn) });
}

/** Restores the text before an edit; refused (`text-conflict`) if it was edited since, unless forced. */
export function undoEdit(body: UndoBody): Promise<TranslationAnswer> {
  return adminSend('POST', `${base}/undo`, body);
}

/** What an import would change. */
export function previewImport(body: ImportBody): Promise<ImportAnswer> {
  return adminSend('POST', `${base}/import?dryRun=true`, body);
}

/** Applies an import as a whole; refused (`text-conflict`) if a text was edited since its preview. */
export function applyImport(body: ImportBody, version: string): Promise<ImportAnswer> {
  return adminSend('POST', `${base}/import`, body, { 'if-match': `"${version}"` });
}

/** The texts in the import's format: all, or those that differ from the built-in ones. */
export function exportTexts(only: 'all' | 'changed'): Promise<Blob> {
  return adminDownload(`${base}/export?only=${only}`);
}

/** A text's `If-Match`: its quoted hex SHA-256. `crypto.subtle` isn't available without https. */
function tagOfText(text: string): string {
  return `"${bytesToHex(sha256(utf8ToBytes(text)))}"`;
}
