import type { TranslationAnswer, TranslationBody, TranslationsStateAnswer } from '@voordeur/contracts/http';
import { useQuery, type InvalidateQueryFilters, type UseQueryOptions } from '@tanstack/react-query';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { adminSend } from '../../lib/admin-api';

export const languageNames = { en: 'admin.translations.en', nl: 'admin.translations.nl' } as const;

const base = '/api/admin/translations';

/** Everything that saving a text changes: texts, the state of the pages, histories. */
export const textQueries: InvalidateQueryFilters = {
  predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(`${base}/`),
};

/** Whether the pages have the saved texts. */
export function useTranslationsState(options?: Omit<UseQueryOptions<TranslationsStateAnswer>, 'queryKey'>) {
  return useQuery<TranslationsStateAnswer>({ queryKey: [`${base}/state`], ...options });
}

/** Saves a text if it's still `openedOn`; otherwise it's refused (`text-conflict`) with the current text. */
export function saveTranslation(body: TranslationBody, openedOn: string): Promise<TranslationAnswer> {
  // Quoted hex SHA-256; `crypto.subtle` isn't available without https.
  const tag = `"${bytesToHex(sha256(utf8ToBytes(openedOn)))}"`;
  return adminSend('PUT', base, body, { 'if-match': tag });
}
