import { useSyncExternalStore } from 'react';
import { timings } from '../config/timings';

/*
 * Whether things move by themselves: not when the system asks for less motion, not when the visitor pressed pause,
 * and the background not while a dialog is open. The clip and the rain also rest once nobody has scrolled, pointed or
 * typed for a while: each of their frames makes the browser compose the page again, which takes a tenth of a core and
 * more without a graphics card. Nothing moves while the page is hidden.
 */
const inputs = ['scroll', 'pointermove', 'pointerdown', 'keydown'] as const;
let pausedByVisitor = false;
let quiet = false;
let untilQuiet: ReturnType<typeof setTimeout> | undefined;
let holds = 0;
const listeners = new Set<() => void>();

/** For the visitor's pause button; an attribute of the document passes it to the style sheet. */
export function toggleMotion(): void {
  pausedByVisitor = !pausedByVisitor;
  document.documentElement.toggleAttribute('data-still', pausedByVisitor);
  notify();
}

/** Stops the background until the returned function is called. */
export function holdBackground(): () => void {
  holds += 1;
  notify();
  return () => {
    holds -= 1;
    notify();
  };
}

export function isBackgroundHeld(): boolean {
  return holds > 0;
}

/** The page is in a tab or window that nobody sees. */
export function isHidden(): boolean {
  return document.hidden;
}

/** By the visitor's pause button. */
export function isPaused(): boolean {
  return pausedByVisitor;
}

/** Nothing may move by itself. */
export function isStill(): boolean {
  return pausedByVisitor || lessMotion().matches;
}

/** Still, hidden, or left alone for `backgroundRestMs`: running animations may end, nothing new begins. */
export function isAtRest(): boolean {
  return quiet || document.hidden || isStill();
}

export function subscribeToMotion(listener: () => void): () => void {
  if (untilQuiet === undefined) watchInput();
  const query = lessMotion();
  query.addEventListener('change', listener);
  listeners.add(listener);
  return () => {
    query.removeEventListener('change', listener);
    listeners.delete(listener);
  };
}

/** One of the states above, kept up to date; false while prerendering. */
export function useMotion(state: () => boolean): boolean {
  return useSyncExternalStore(subscribeToMotion, state, () => false);
}

/** From the first listener on, as long as the page lives. */
function watchInput(): void {
  for (const input of inputs) addEventListener(input, wake, { passive: true });
  document.addEventListener('visibilitychange', notify);
  wake();
}

function wake(): void {
  clearTimeout(untilQuiet);
  untilQuiet = setTimeout(setQuiet, timings.backgroundRestMs, true);
  if (quiet) setQuiet(false);
}

function setQuiet(now: boolean): void {
  quiet = now;
  document.documentElement.toggleAttribute('data-quiet', now);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function lessMotion(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)');
}
