import { useSyncExternalStore } from 'react';
import { storageKeys } from '../config/storage';
import { setUnsaved } from './unsaved';

export type AdminDrafts = ReadonlyMap<string, Readonly<Record<string, string>>>;

/*
 * The owner's unsent and unsaved input, by form. It's kept in this tab's sessionStorage, so it outlives a reload and an
 * expired session; logging out erases it. Keys and codes never come here.
 */
let drafts: AdminDrafts = readStoredDrafts();
const listeners = new Set<() => void>();

export function readAdminDrafts(): AdminDrafts {
  return drafts;
}

export function useAdminDrafts(): AdminDrafts {
  return useSyncExternalStore(onAdminDraftsChange, readAdminDrafts);
}

export function keepAdminDraft(name: string, values: Readonly<Record<string, string>>): void {
  set(new Map(drafts).set(name, values));
}

export function discardAdminDraft(name: string): void {
  const left = new Map(drafts);
  if (left.delete(name)) set(left);
}

/** `useDraft` for a form of the owner's. */
export function useAdminDraft<Field extends string>(name: string, empty: Record<Field, string>) {
  const values = { ...empty, ...useAdminDrafts().get(name) };
  return {
    values,
    setField: (field: Field, value: string) => {
      // Read again: a program may fill two fields at once.
      keepAdminDraft(name, { ...empty, ...drafts.get(name), [field]: value });
    },
    clear: () => discardAdminDraft(name),
  };
}

export function eraseAdminDrafts(): void {
  set(new Map());
}

/** Returns how to stop listening. */
export function onAdminDraftsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: AdminDrafts): void {
  try {
    if (next.size === 0) sessionStorage.removeItem(storageKeys.adminDrafts);
    else sessionStorage.setItem(storageKeys.adminDrafts, JSON.stringify([...next]));
  } catch {
    // Storage is blocked or full: the drafts then last as long as the page.
  }
  follow(next);
}

function follow(next: AdminDrafts): void {
  drafts = next;
  setUnsaved('admin', next.size > 0);
  for (const listener of listeners) listener();
}

// The page around this one, or one in a frame, has changed them: they have the same sessionStorage.
addEventListener('storage', ({ key }) => {
  if (key === storageKeys.adminDrafts) follow(readStoredDrafts());
});

function readStoredDrafts(): AdminDrafts {
  try {
    return new Map(
      JSON.parse(sessionStorage.getItem(storageKeys.adminDrafts) ?? '[]') as [
        string,
        Record<string, string>,
      ][],
    );
  } catch {
    return new Map();
  }
}
