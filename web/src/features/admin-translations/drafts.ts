import type { TextLanguage } from '@voordeur/contracts/http';
import { useSyncExternalStore } from 'react';

/** A text in edit mode. */
export interface Draft {
  value: string;
  /** The text that it was opened on: the save holds only while this stands. */
  openedOn: string;
}

type Drafts = ReadonlyMap<string, Draft>;

/*
 * Outside React, so that what was typed outlives a visit to another screen of the admin, and a session that ends
 * while its owner writes. It does not outlive the page: the browser asks before that.
 */
let drafts: Drafts = new Map();
const listeners = new Set<() => void>();

/** What is typed into one text, or undefined when it is not in edit mode. */
export function useDraft(key: string, language: TextLanguage): Draft | undefined {
  return useSyncExternalStore(subscribe, () => drafts.get(nameOf(key, language)));
}

/** How many texts were changed and not saved. */
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
  // While this handler is there, the browser keeps no copy of the page for the way back.
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

function nameOf(key: string, language: TextLanguage): string {
  return `${language}:${key}`;
}
