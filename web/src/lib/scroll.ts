import { isStill } from './motion';

/** The landing page's sections, by their ids. */
export const sections = ['home', 'about', 'contact'] as const;
export type Section = (typeof sections)[number];
/** The places that a link may lead to (`/#letter`). */
export const places = [...sections, 'proof', 'letter'] as const;
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
export function scrollToArrivedSection(section: Place): void {
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
