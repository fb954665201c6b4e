import { useEffect, useState, type RefCallback } from 'react';

/** Makes an element a stop of the Tab key while it scrolls; Safari doesn't do so by itself. */
export function useScrollStop<E extends HTMLElement>(): { ref: RefCallback<E>; tabIndex?: 0 } {
  const [element, ref] = useState<E | null>(null);
  const [scrolls, setScrolls] = useState(false);
  // Its content may have changed.
  useEffect(() => setScrolls(element !== null && isScrolling(element)));
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(isScrolling(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return scrolls ? { ref, tabIndex: 0 } : { ref };
}

function isScrolling({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
