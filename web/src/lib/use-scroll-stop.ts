import { useEffect, useState, type RefCallback } from 'react';

/** Makes an element a stop of the Tab key while it scrolls; Safari doesn't do so by itself. */
export function useScrollStop<E extends HTMLElement>(): { ref: RefCallback<E>; tabIndex?: 0 } {
  const [element, ref] = useState<E | null>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    if (!element) return;
    const measure = () =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    const changed = new MutationObserver(measure);
    changed.observe(element, { subtree: true, childList: true, characterData: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, [element]);
  return scrolls ? { ref, tabIndex: 0 } : { ref };
}
