import { useSyncExternalStore } from 'react';

/*
 * Whether things move by themselves: not when the system asks for less motion, not when the visitor pressed pause,
 * and the background not while a dialog is open.
 */
let pausedByVisitor = false;
let holds = 0;
const listeners = new Set<() => void>();

/** The visitor's own button; the document says it to the style sheet. */
export function toggleMotion(): void {
  pausedByVisitor = !pausedByVisitor;
  document.documentElement.toggleAttribute('data-still', pausedByVisitor);
  tell();
}

/** Stops the background until the returned function is called. */
export function holdBackground(): () => void {
  holds += 1;
  tell();
  return () => {
    holds -= 1;
    tell();
  };
}

export function isBackgroundHeld(): boolean {
  return holds > 0;
}

function isPaused(): boolean {
  return pausedByVisitor;
}

export function isStill(): boolean {
  return pausedByVisitor || lessMotion().matches;
}

export function subscribeToMotion(listener: () => void): () => void {
  const query = lessMotion();
  query.addEventListener('change', listener);
  listeners.add(listener);
  return () => {
    query.removeEventListener('change', listener);
    listeners.delete(listener);
  };
}

/** True where nothing may move by itself; false while prerendering. */
export function useStill(): boolean {
  return useSyncExternalStore(subscribeToMotion, isStill, () => false);
}

export function usePaused(): boolean {
  return useSyncExternalStore(subscribeToMotion, isPaused, () => false);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function lessMotion(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)');
}
