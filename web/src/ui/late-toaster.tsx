import { lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '../lib/page-state';
import { LateExtra } from './late-part';
import { readToast, subscribeToToast } from '../lib/toast-store';

const Toaster = lazy(() => import('./toaster'));

/**
 * Mounts the toaster when the browser has nothing better to do, or at the first toast. It is not prerendered: Radix'
 * viewport carries a style attribute, which a strict content security policy blocks in HTML.
 */
export function LateToaster() {
  const [idle, setIdle] = useState(false);
  const wanted = useSyncExternalStore(
    subscribeToToast,
    () => readToast() !== null,
    () => false,
  );

  useEffect(() => whenIdle(() => setIdle(true)), []);

  if (!idle && !wanted) return null;
  return (
    <LateExtra>
      <Toaster />
    </LateExtra>
  );
}
