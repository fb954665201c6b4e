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

/** What a saved text changes: the texts, the state of the pages, the histories. */
export const textQueries: InvalidateQueryFilters = {
  predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(`${base}/`),
};

/** Every text as it stands on the site. */
export function useTranslations() {
  const query = useQuery<TranslationsAnswer>({ queryKey: [`${base}/manage`] });
  const texts = useMemo<Texts | undefined>(
    () => (query.data ? { en: flattenTexts(query.data.en), nl: flattenTexts(query.data.nl) } : undefined),
    [query.data],
  );
  return { texts, query };
}

/** Fetches the texts again where another tab saved them. */
export function useRefreshTexts(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries(textQueries);
}

/** How far the pages are with what was saved. */
export function useTranslationsState() {
  return useQuery<TranslationsStateAnswer>({ queryKey: [`${base}/state`] });
}

/** The pages on which each text stands; made by the build. */
export function useTextUses() {
  return useQuery({ queryKey: ['/text-uses.json'], queryFn: fetchByKey<Record<string, string[]>>() });
}

/** All edits of one text, newest first, fifty at a time. */
export function useHistory(key: string, language: TextLanguage) {
  return usePages<TextHistoryAnswer>(`${base}/history?${new URLSearchParams({ key, language }).toString()}`);
}

/** Saves a text if it still is `openedOn`; else it's refused (`text-conflict`) with the present text. */
export function saveTranslation(body: TranslationBody, openedOn: string): Promise<TranslationAnswer> {
  return adminSend('PUT', base, body, { 'if-match': tagOfText(openedOn) });
}

/** Puts the text before an edit back; refused (`text-conflict`) when it was edited since, unless forced. */
export function undoEdit(body: UndoBody): Promise<TranslationAnswer> {
  return adminSend('POST', `${base}/undo`, body);
}

/** What an import would change; nothing is changed yet. */
export function previewImport(body: ImportBody): Promise<ImportAnswer> {
  return adminSend('POST', `${base}/import?dryRun=true`, body);
}

/** Makes all changes of an import at once; refused (`text-conflict`) if a text was edited since its preview. */
export function applyImport(body: ImportBody, version: string): Promise<ImportAnswer> {
  return adminSend('POST', `${base}/import`, body, { 'if-match': `"${version}"` });
}

/** The texts as the file that an import takes: all, or those that differ from the built-in. */
export function exportTexts(only: 'all' | 'changed'): Promise<Blob> {
  return adminDownload(`${base}/export?only=${only}`);
}

/**
 * The `If-Match` of a text: its quoted hex SHA-256. Not by `crypto.subtle`, which is absent on a page without https.
 */
function tagOfText(text: string): string {
  return `"${bytesToHex(sha256(utf8ToBytes(text)))}"`;
}
