import { useSyncExternalStore, useEffect, useState } from 'react';
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

/** Calls back when the browser has nothing better to do; returns how to cancel it. Safari has no requestIdleCallback. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback);
  return () => cancelIdleCallback(handle);
}

/** The longest delay that a browser's timer accepts; a longer one fires at once. */
const longestMs = 2 ** 31 - 1;

/** Calls back at an instant of Date.now(), however far away. Returns how to cancel it. */
export function waitUntil(instantMs: number, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const left = instantMs - Date.now();
    timer = left > longestMs ? setTimeout(wait, longestMs) : setTimeout(callback, left);
  };
  wait();
  return () => clearTimeout(timer);
}

/**
 * Loads a part of the app once the pointer or the focus first reaches an element whose press will need it. A failure is
 * ignored: the press loads it again, and reports one. Returns how to stop.
 */
export function loadOnIntent(
  selector: string,
  load: (element: Element) => Promise<unknown> | undefined,
): () => void {
  const listening = new AbortController();
  const reached = new WeakSet<Element>();
  function look({ target }: Event) {
    const element = target instanceof Element ? target.closest(selector) : null;
    if (!element || reached.has(element)) return;
    reached.add(element);
    load(element)?.catch(() => undefined);
  }
  for (const name of ['pointerover', 'focusin']) addEventListener(name, look, { signal: listening.signal });
  return () => listening.abort();
}

/** True once the page is loaded and the browser is idle: the moment to load anything that isn't urgent. */
export function useLoaded(): boolean {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    let callOff: (() => void) | undefined;
    const wait = () => {
      callOff = whenIdle(() => setLoaded(true));
    };
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
    return () => {
      removeEventListener('load', wait);
      callOff?.();
    };
  }, []);
  return loaded;
}
