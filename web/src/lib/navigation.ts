import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';
import { timings } from '../config/timings';
import { isStill } from './motion';

/** The landing page's sections, by their ids. */
export const sections = ['home', 'about', 'contact'] as const;
export type Section = (typeof sections)[number];
/** The places that a link may lead to (`/#letter`). */
const places = [...sections, 'proof', 'letter'] as const;
type Place = (typeof places)[number];

/** How to scroll after following a link, passed in the location's state. */
export interface ScrollState {
  /** Scroll smoothly to the top this long after navigating. */
  topAfterMs?: number;
}

export function scrollToTop(): void {
  scrollTo({ top: 0, behavior: behaviour() });
}

export function scrollToSection(section: Place): void {
  // The first begins under the bar; its beginning is the page's.
  if (section === 'home') scrollToTop();
  else document.getElementById(section)?.scrollIntoView({ behavior: behaviour() });
  focusSection(section);
}

/** From another page, contact is centred on its title. */
function scrollToArrivedSection(section: Place): void {
  if (section !== 'contact') scrollToSection(section);
  else {
    document.getElementById('contact-headline')?.scrollIntoView({ behavior: behaviour(), block: 'center' });
    focusSection(section);
  }
}

/** So that the keyboard and screen readers continue there. */
function focusSection(section: Place): void {
  const element = document.getElementById(section);
  if (!element) return;
  element.tabIndex = -1;
  // The menu of a phone, which keeps the focus from the page, closes first.
  requestAnimationFrame(() => element.focus({ preventScroll: true }));
}

function behaviour(): ScrollBehavior {
  return isStill() ? 'instant' : 'smooth';
}

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

/**
 * True while the address is already another page's and its screen is still on its way: until its file is here, the page
 * that was left stays. `main` is then `aria-busy`.
 */
export function useBusyNavigation(): boolean {
  const { pathname } = useLocation();
  const [target, setTarget] = useState(pathname);
  const [shown, setShown] = useState(pathname);
  // The page itself may have gone on to yet another address.
  if (shown !== pathname) {
    setShown(pathname);
    setTarget(pathname);
  }
  const isBusy = target !== pathname;

  useEffect(() => {
    const look = () => setTarget(location.pathname);
    // Above React's root, so after the router has changed the address.
    document.addEventListener('click', look);
    addEventListener('popstate', look);
    return () => {
      document.removeEventListener('click', look);
      removeEventListener('popstate', look);
    };
  }, []);
  useEffect(() => {
    document.querySelector('main')?.setAttribute('aria-busy', String(isBusy));
  }, [isBusy]);
  return isBusy;
}
