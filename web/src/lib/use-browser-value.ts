import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';

/** A value that only the browser knows and that stays the same while the page is open; `before` until hydration. */
export function useBrowserValue<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => before);
}

/** The address's query; null while the page is prerendered or hydrated, when nobody knows it. */
export function useQueryOfPage(): URLSearchParams | null {
  const [query] = useSearchParams();
  return useBrowserValue(isKnown, false) ? query : null;
}

const neverChanges = () => () => undefined;
const isKnown = () => true;
