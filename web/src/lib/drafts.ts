import { useSyncExternalStore } from 'react';
import { setUnsaved } from './unsaved';

export type Drafts = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * Input that was neither sent nor saved yet, by form: it's still there when its form opens again. It lasts as long as
 * the page, unless `store` keeps it longer and `initial` brings it back.
 */
export function createDrafts(whose: 'visitor' | 'admin', initial: Drafts, store?: (drafts: Drafts) => void) {
  let drafts = initial;
  const listeners = new Set<() => void>();

  function set(next: Drafts): void {
    store?.(next);
    follow(next);
  }

  /** Takes over what was stored elsewhere. */
  function follow(next: Drafts): void {
    drafts = next;
    setUnsaved(whose, next.size > 0);
    for (const listener of listeners) listener();
  }

  const read = () => drafts;

  /** Returns how to stop listening. */
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  const useDrafts = () => useSyncExternalStore(subscribe, read, () => initial);

  function keep(form: string, values: Readonly<Record<string, string>>): void {
    set(new Map(drafts).set(form, values));
  }

  function discard(form: string): void {
    const left = new Map(drafts);
    if (left.delete(form)) set(left);
  }

  function useDraft<Field extends string>(form: string, empty: Record<Field, string>) {
    const values: Record<Field, string> = { ...empty, ...useDrafts().get(form) };
    return {
      values,
      // Read again: autofill types into two fields at once.
      setField: (field: Field, value: string) =>
        keep(form, { ...empty, ...drafts.get(form), [field]: value }),
      clear: () => discard(form),
    };
  }

  return { read, subscribe, follow, keep, discard, erase: () => set(new Map()), useDrafts, useDraft };
}
