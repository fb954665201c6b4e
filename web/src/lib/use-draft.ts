import { useState } from 'react';
import { setUnsaved } from './unsaved';

interface Draft {
  values: Readonly<Record<string, string>>;
  /** `performance.now()` when the first letter was typed. */
  since: number;
}

/** A visitor's drafts: only in this tab's memory, and gone when it's closed. */
const drafts = new Map<string, Draft>();

/**
 * Keeps the text typed into a form that may be closed at any moment, until it was sent. `since` is when typing began,
 * if that was before the form opened.
 */
export function useDraft<Field extends string>(name: string, empty: Record<Field, string>) {
  const [values, setValues] = useState<Record<Field, string>>(() => ({
    ...empty,
    ...drafts.get(name)?.values,
  }));
  const [since] = useState(() => drafts.get(name)?.since);

  function setField(field: Field, value: string) {
    const draft = drafts.get(name) ?? { values: {}, since: performance.now() };
    // Kept outside React: autofill types into two fields at once.
    drafts.set(name, { ...draft, values: { ...draft.values, [field]: value } });
    setUnsaved(name, true);
    setValues((now) => ({ ...now, [field]: value }));
  }

  function clear() {
    drafts.delete(name);
    setUnsaved(name, false);
    setValues(empty);
  }

  return { values, setField, clear, since };
}
