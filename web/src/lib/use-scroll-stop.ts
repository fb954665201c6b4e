import { useEffect, useEffectEvent, useState, type RefCallback } from 'react';

/** Makes an element a stop of the Tab key while it scrolls; Safari doesn't do so by itself. */
export function useScrollStop<E extends HTMLElement>(): { ref: RefCallback<E>; tabIndex?: 0 } {
  const [element, ref] = useState<E | null>(null);
  const [scrolls, setScrolls] = useState(false);
  const measure = useEffectEvent(() => {
    const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = element ?? {};
    setScrolls(scrollWidth > clientWidth || scrollHeight > clientHeight);
  });
  // Its content may have changed.
  useEffect(() => measure());
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => measure());
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return scrolls ? { ref, tabIndex: 0 } : { ref };
}
