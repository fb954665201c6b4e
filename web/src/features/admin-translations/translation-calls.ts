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
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchByKey } from '../../lib/fetch-by-key';
import { throwUnlessOk } from '../../lib/http-error';
import { tagOfText } from './text-tag';

export type Token = () => string | null;
/** Every text of both languages, by dotted key. */
export type Texts = Record<TextLanguage, Record<string, string>>;

const base = '/api/admin/translations';
const manageKey = [`${base}/manage`];
const stateKey = [`${base}/state`];

/** Every text as it stands on the site, and the ways to bring what is held here up to what was saved. */
export function useTranslations(token: Token) {
  const client = useQueryClient();
  const query = useQuery({ queryKey: manageKey, queryFn: fetchByKey<TranslationsAnswer>({ token }) });
  const texts = useMemo<Texts | undefined>(
    () => (query.data ? { en: flattenTexts(query.data.en), nl: flattenTexts(query.data.nl) } : undefined),
    [query.data],
  );
  return {
    texts,
    query,
    /** To be called after anything was saved: pages follow, and histories have grown. */
    refresh: () => {
      void client.invalidateQueries({ queryKey: manageKey });
      void client.invalidateQueries({ queryKey: stateKey });
      void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => isHistory(path) });
    },
  };
}

/** How far the pages are with what was saved. */
export function useTranslationsState(token: Token) {
  return useQuery({ queryKey: stateKey, queryFn: fetchByKey<TranslationsStateAnswer>({ token }) });
}

/** The pages on which each text stands; made by the build. */
export function useTextUses() {
  return useQuery({ queryKey: ['/text-uses.json'], queryFn: fetchByKey<Record<string, string[]>>() });
}

/** All edits of one text, newest first, fifty at a time. */
export function useHistory(token: Token, key: string, language: TextLanguage) {
  const path = `${base}/history?${new URLSearchParams({ key, language }).toString()}`;
  const fetchPage = fetchByKey<TextHistoryAnswer>({ token });
  return useInfiniteQuery({
    queryKey: [path],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ queryKey: [path + (pageParam && `&cursor=${encodeURIComponent(pageParam)}`)], signal }),
    getNextPageParam: (page) => page?.cursor ?? undefined,
  });
}

function isHistory(path: unknown): boolean {
  return typeof path === 'string' && path.startsWith(`${base}/history`);
}

/** Saves a text if it still is `openedOn`; throws an HttpError of 412 with the present text when it is not. */
export async function saveTranslation(
  token: Token,
  body: TranslationBody,
  openedOn: string,
): Promise<TranslationAnswer> {
  return (await call(token, 'PUT', base, body, tagOfText(openedOn))) as TranslationAnswer;
}

/** Puts the text before an edit back; throws an HttpError of 412 when the text has moved since, unless forced. */
export async function undoEdit(token: Token, body: UndoBody): Promise<TranslationAnswer> {
  return (await call(token, 'POST', `${base}/undo`, body)) as TranslationAnswer;
}

/** What an import would change; nothing is changed yet. */
export async function previewImport(token: Token, body: ImportBody): Promise<ImportAnswer> {
  return (await call(token, 'POST', `${base}/import?dryRun=true`, body)) as ImportAnswer;
}

/** Makes all changes of an import at once, if no text was edited since its preview (else an HttpError of 412). */
export async function applyImport(token: Token, body: ImportBody, version: string): Promise<ImportAnswer> {
  return (await call(token, 'POST', `${base}/import`, body, `"${version}"`)) as ImportAnswer;
}

/** The texts as the file that an import takes: all, or those that differ from the built-in. */
export async function exportTexts(token: Token, only: 'all' | 'changed'): Promise<Blob> {
  const response = await fetch(`${base}/export?only=${only}`, {
    credentials: 'include',
    headers: { authorization: `Bearer ${token() ?? ''}` },
  });
  return (await throwUnlessOk(response)).blob();
}

async function call(token: Token, method: string, path: string, body: object, ifMatch?: string) {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token() ?? ''}`,
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    body: JSON.stringify(body),
  });
  return (await throwUnlessOk(response)).json() as Promise<unknown>;
}
