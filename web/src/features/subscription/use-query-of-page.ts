import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The query of the address; null while the page is prerendered or hydrated, when nobody knows it. */
export function useQueryOfPage(): URLSearchParams | null {
  const [query] = useSearchParams();
  const known = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return known ? query : null;
}

const neverChanges = () => () => undefined;
