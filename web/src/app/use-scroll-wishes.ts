import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';
import { timings } from '../config/timings';
import {
  isSection,
  scrollToArrivedSection,
  scrollToSection,
  scrollToTop,
  type ScrollWish,
} from '../lib/scroll';

const useEffectBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** A new page begins at its top, or where the link to it wished; back and forward are the browser's. */
export function useScrollWishes(): void {
  const { pathname, state, key } = useLocation() as Location<ScrollWish | null>;
  const kind = useNavigationType();
  const shown = useRef(pathname);
  useEffectBeforePaint(() => {
    // Another query is the same page: whoever chose it stays where she is.
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (kind === NavigationType.Pop) return;
    scrollTo({ top: 0, behavior: 'instant' });
    // Screen readers and the keyboard go on from the new page's beginning.
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, kind]);

  useEffect(() => {
    if (kind === NavigationType.Pop) return;
    const { topAfterMs } = state ?? {};
    if (topAfterMs === undefined) return;
    const timer = setTimeout(scrollToTop, topAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, [key, kind, state]);
}

/** `/#about` scrolls there and becomes `/` again, so that the same link works a second time. */
export function useSectionHash(): void {
  const { key, hash } = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    const section = hash.slice(1);
    if (!isSection(section)) return;
    const arrived = kind !== NavigationType.Pop;
    const timer = setTimeout(
      () => {
        if (arrived) scrollToArrivedSection(section);
        else scrollToSection(section);
        // The whole address: a path that begins with two slashes would be another host's.
        history.replaceState(history.state, '', location.origin + location.pathname + location.search);
      },
      arrived ? timings.sectionScrollMs : 0,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [key, hash, kind]);
}
