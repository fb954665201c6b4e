import { type TextDraftAnswer, type TextLanguage, textLanguages } from '@voordeur/contracts/http';
import { useSyncExternalStore } from 'react';
import {
  discardAdminDraft,
  keepAdminDraft,
  onAdminDraftsChange,
  readAdminDrafts,
  useAdminDrafts,
} from '../../lib/admin-drafts';
import type { Row } from './catalogue-rows';

/** A text in edit mode. */
export interface Draft {
  value: string;
  /** The text when editing started; saving is refused once it has changed. */
  openedOn: string;
}

/** A text's draft; undefined when it isn't being edited. */
export function useDraft(key: string, language: TextLanguage): Draft | undefined {
  return useAdminDrafts().get(nameOf(key, language)) as Draft | undefined;
}

/** The same where the component renders again after each change of a draft. */
export function readDraft(key: string, language: TextLanguage): Draft | undefined {
  return readAdminDrafts().get(nameOf(key, language)) as Draft | undefined;
}

/** The unsaved texts of a language, by key. */
export function unsavedTexts(language: TextLanguage): Record<string, string> {
  const beginning = nameOf('', language);
  return Object.fromEntries(
    [...readAdminDrafts()].flatMap(([name, { value = '', openedOn }]) =>
      name.startsWith(beginning) && value !== openedOn ? [[name.slice(beginning.length), value]] : [],
    ),
  );
}

/** The number of unsaved changes. */
export function useUnsaved(): number {
  return useSyncExternalStore(onAdminDraftsChange, countUnsaved);
}

export function saveDraft(key: string, language: TextLanguage, { value, openedOn }: Draft): void {
  keepAdminDraft(nameOf(key, language), { value, openedOn });
}

/** Puts a text in edit mode, unless it is: its draft in Postgres, or the text that visitors read. */
export function editText(row: Row, language: TextLanguage, kept?: TextDraftAnswer): void {
  const value = kept?.value ?? row[language].text;
  if (!readAdminDrafts().has(nameOf(row.key, language)))
    saveDraft(row.key, language, { value, openedOn: value });
}

export function discardDraft(key: string, language: TextLanguage): void {
  discardAdminDraft(nameOf(key, language));
}

function nameOf(key: string, language: TextLanguage): string {
  return `text ${language}:${key}`;
}

function countUnsaved(): number {
  return textLanguages.flatMap((language) => Object.keys(unsavedTexts(language))).length;
}

function askWhileUnsaved(): void {
  // Only while needed: it keeps the page out of the browser's back/forward cache.
  if (countUnsaved() > 0) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

onAdminDraftsChange(askWhileUnsaved);
// A reload brings drafts along.
askWhileUnsaved();
