import {
  flattenTexts,
  type TextLanguage,
  type TranslationAnswer,
  type TranslationBody,
  type TranslationsAnswer,
  type TranslationsStateAnswer,
} from '@voordeur/contracts/http';
import { useQuery, type InvalidateQueryFilters, type UseQueryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { adminSend } from '../../lib/admin-api';

export const languageNames = { en: 'admin.translations.en', nl: 'admin.translations.nl' } as const;

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
