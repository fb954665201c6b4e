import type { ReactNode } from 'react';
import { timings } from '../config/timings';

export interface Toast {
  title: ReactNode;
  text?: ReactNode;
  variant?: 'default' | 'destructive' | 'warning';
  /** A button, such as the one that undoes what was just done; pressing it closes the toast. */
  action?: { label: string; run: () => void };
}

interface ShownToast extends Toast {
  id: number;
  open: boolean;
}

let shown: ShownToast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a toast, replacing the previous one: there's at most one at a time. */
export function showToast(toast: Toast): void {
  clearTimeout(removal);
  set({ ...toast, id: ++lastId, open: true });
}

/** Closes the toast if it is still the one shown; it leaves the memory later. */
export function dismissToast(id: number): void {
  if (shown?.id !== id || !shown.open) return;
  set({ ...shown, open: false });
  removal = setTimeout(() => set(null), timings.toastRemovalMs);
}

/** Closes the toast of a failure, once that action succeeds. */
export function dismissFailure(): void {
  if (shown?.variant === 'destructive') dismissToast(shown.id);
}

export function readToast(): ShownToast | null {
  return shown;
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}
