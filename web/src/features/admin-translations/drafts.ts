import type { TextLanguage } from '@voordeur/contracts/http';
import { useSyncExternalStore } from 'react';

/** A text in edit mode. */
export interface Draft {
  value: string;
  /** The text when editing started; saving is refused once it has changed. */
  openedOn: string;
}

export type Drafts = ReadonlyMap<string, Draft>;

/*
 * Outside React, so drafts survive a visit to another admin screen and a session that expires during editing. They
 * don't survive the page; the browser asks before leaving it.
 */
let drafts: Drafts = new Map();
const listeners = new Set<() => void>();

/** A text's draft; undefined when it isn't being edited. */
export function useDraft(key: string, language: TextLanguage): Draft | undefined {
  return useSyncExternalStore(subscribe, () => drafts.get(nameOf(key, language)));
}

/** Every text in edit mode, by language and key. */
export function useDrafts(): Drafts {
  return useSyncExternalStore(subscribe, () => drafts);
}

/** The number of unsaved changes. */
export function useUnsaved(): number {
  return useSyncExternalStore(subscribe, countUnsaved);
}

export function saveDraft(key: string, language: TextLanguage, draft: Draft): void {
  set(new Map(drafts).set(nameOf(key, language), draft));
}

export function discardDraft(key: string, language: TextLanguage): void {
  const left = new Map(drafts);
  left.delete(nameOf(key, language));
  set(left);
}

function set(next: Drafts): void {
  drafts = next;
  // Only while needed: it keeps the page out of the browser's back/forward cache.
  if (countUnsaved() > 0) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

function countUnsaved(): number {
  return [...drafts.values()].filter(({ value, openedOn }) => value !== openedOn).length;
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function nameOf(key: string, language: TextLanguage): string {
  return `${language}:${key}`;
}
