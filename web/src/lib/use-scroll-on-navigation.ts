import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';
import { timings } from '../config/timings';
import { scrollToArrivedSection, scrollToSection, scrollToTop, places, type ScrollState } from './scroll';

const useEffectBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** A new page begins at its top, or where its link asks; back and forward are left to the browser. */
export function useScrollOnNavigation(): void {
  const { pathname, state, key } = useLocation() as Location<ScrollState | null>;
  const kind = useNavigationType();
  const shown = useRef(pathname);
  useEffectBeforePaint(() => {
    // Only the query changed, so it's the same page and stays where it is.
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (kind === NavigationType.Pop) return;
    scrollTo({ top: 0, behavior: 'instant' });
    // So that screen readers and the keyboard continue at the top of the new page.
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, kind]);

  useEffect(() => {
    if (kind === NavigationType.Pop) return;
    const { topAfterMs } = state ?? {};
    if (topAfterMs === undefined) return;
    const timer = setTimeout(scrollToTop, topAfterMs);
    return () => clearTimeout(timer);
  }, [key, kind, state]);
}

/** `/#about` scrolls there and becomes `/` again, so that the same link works a second time. */
export function useSectionHash(): void {
  const { key, hash } = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    const section = places.find((name) => hash === `#${name}`);
    if (!section) return;
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
    return () => clearTimeout(timer);
  }, [key, hash, kind]);
}
