import type { TextLanguage } from '@voordeur/contracts/http';
import { useSyncExternalStore } from 'react';
import {
  type AdminDrafts,
  discardAdminDraft,
  keepAdminDraft,
  onAdminDraftsChange,
  readAdminDrafts,
  useAdminDrafts,
} from '../../lib/admin-drafts';

/** A text in edit mode. */
export interface Draft {
  value: string;
  /** The text when editing started; saving is refused once it has changed. */
  openedOn: string;
}

/** A text's draft; undefined when it isn't being edited. */
export function useDraft(key: string, language: TextLanguage): Draft | undefined {
  return draftOf(useAdminDrafts(), key, language);
}

/** The number of unsaved changes. */
export function useUnsaved(): number {
  return useSyncExternalStore(onAdminDraftsChange, countUnsaved);
}

export function saveDraft(key: string, language: TextLanguage, { value, openedOn }: Draft): void {
  keepAdminDraft(nameOf(key, language), { value, openedOn });
}

export function discardDraft(key: string, language: TextLanguage): void {
  discardAdminDraft(nameOf(key, language));
}

export function draftOf(drafts: AdminDrafts, key: string, language: TextLanguage): Draft | undefined {
  return drafts.get(nameOf(key, language)) as Draft | undefined;
}

const prefix = 'text ';

function nameOf(key: string, language: TextLanguage): string {
  return `${prefix}${language}:${key}`;
}

function countUnsaved(): number {
  return [...readAdminDrafts()].filter(
    ([name, { value, openedOn }]) => name.startsWith(prefix) && value !== openedOn,
  ).length;
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
