import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

/** Makes an element a stop of the Tab key while it scrolls; Safari doesn't do so by itself. */
export function useScrollStop<E extends HTMLElement>(): { ref: RefObject<E | null>; tabIndex?: 0 } {
  const ref = useRef<E>(null);
  const [scrolls, setScrolls] = useState(false);
  const measure = useEffectEvent(() => {
    const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = ref.current ?? {};
    setScrolls(scrollWidth > clientWidth || scrollHeight > clientHeight);
  });
  // Its content may have changed.
  useEffect(() => measure());
  useEffect(() => {
    const observer = new ResizeObserver(() => measure());
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return scrolls ? { ref, tabIndex: 0 } : { ref };
}
