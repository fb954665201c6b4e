import type { MessageKey } from '@voordeur/contracts/messages';
import { colourFile, colourSheet } from '../../config/colours';
import { changeSite, site, siteOfPage } from '../../config/site';
import { shownLanguage } from '../../i18n/language';
import { joinList } from './frame-messages';
import { markPage } from './marked-page';
import { showDrafts } from './shown-drafts';
import { measureOverflow } from './text-overflow';

/** Until everything above a text has its height. */
const settledMs = 600;
/** Between two looks at a page that changes. */
const lookMs = 200;
/** Differences of less are rounding. */
const tolerancePx = 1.5;

/**
 * The page in edit mode in a frame. The list of texts around it lights its sentences, and a press on a sentence selects its
 * row there. Buttons work, so that what they open can be pressed too; links don't, and nothing is submitted.
 */
export async function editInFrame(frame: Element): Promise<void> {
  const leaving = new AbortController();
  const { signal } = leaving;
  addEventListener('pagehide', () => leaving.abort(), { signal });
  const page = await markPage(shownLanguage(), signal);
  if (signal.aborted) return;

  const drafts = showDrafts(page, signal);
  let lit: MessageKey | null = null;
  let isFound = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let nextLook: ReturnType<typeof setTimeout> | undefined;
  let measured = Promise.resolve();

  const tell = joinList(frame, signal, (message) => {
    if (message.type === 'settings') {
      changeSite({ ...message.changes, answerHours: siteOfPage.answerHours });
      showColours();
      void page.redraw();
    }
    if (message.type === 'measure') measured = measured.then(() => measure(message.key));
    if (message.type !== 'show') return;
    drafts.setKept(message.drafts);
    if (message.lit !== lit) light(message.lit);
  });

  function light(key: MessageKey | null, isInView = false): void {
    lit = key;
    isFound = isInView;
    clearTimeout(again);
    page.light(key);
    look();
  }

  /** Tells whether the lit sentence is to be seen, and scrolls to it once. */
  function look(): void {
    nextLook = undefined;
    if (signal.aborted || lit === null) return;
    const seen = page.showing(lit).find(isSeen);
    tell({ type: 'lit', isSeen: seen !== undefined });
    if (!seen || isFound) return;
    isFound = true;
    scrollTo(seen);
    again = setTimeout(() => scrollTo(seen), settledMs);
  }

  function press(event: Event): void {
    const pressed = event.target;
    if (!(pressed instanceof Element)) return;
    // Enter on a button makes a click, too.
    if (event instanceof KeyboardEvent && (event.key !== 'Enter' || pressed.matches('button, summary')))
      return;
    if (event.type === 'submit' || pressed.closest('a[href]')) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (event.type !== 'click' && event.type !== 'keydown') return;
    const element = page.at(pressed);
    const [key] = element ? page.keysOf(element) : [];
    if (!key) return;
    light(key, true);
    tell({ type: 'pressed', key });
  }

  async function measure(key: MessageKey): Promise<void> {
    await page.show(key, null);
    const before = overflowOf(key);
    await drafts.show();
    const after = overflowOf(key);
    tell({ type: 'measured', pixels: after > before + tolerancePx ? Math.round(after) : 0 });
  }

  const overflowOf = (key: MessageKey) =>
    Math.max(0, ...page.showing(key).filter(isSeen).map(measureOverflow));

  for (const name of ['click', 'auxclick', 'submit', 'keydown'])
    addEventListener(name, press, { capture: true, signal });
  addEventListener('resize', () => light(lit), { signal });
  const observer = new MutationObserver(() => (nextLook ??= setTimeout(look, lookMs)));
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-in-place'] });
  tell({ type: 'ready' });
}

/** In place of those that the page was rendered with. */
function showColours(): void {
  document.querySelector(`link[href^="/${colourFile}"]`)?.remove();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(colourSheet(site.colours));
  document.adoptedStyleSheets = [sheet];
}

/** Elements for screen readers alone are a dot in size. */
function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
}

/** `scrollIntoView` would scroll the page around the frame too. */
function scrollTo(element: Element): void {
  const { top, height } = element.getBoundingClientRect();
  window.scrollTo({ top: scrollY + top - (innerHeight - height) / 2, behavior: 'instant' });
}
