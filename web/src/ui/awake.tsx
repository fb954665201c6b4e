import { useEffect } from 'react';

/** Mounted with what stands beside it: the part of the page with this id is alive, and gets what start.ts kept for it. */
export function Awake({ id }: { id: string }) {
  useEffect(() => {
    document.getElementById(id)?.removeAttribute('data-asleep');
    document.dispatchEvent(new Event('awake'));
  }, [id]);
  return null;
}
