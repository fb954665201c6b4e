import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { FramedPage } from './handed-over';

/** Differences of less are rounding. */
const tolerancePx = 1.5;

/**
 * By how many CSS pixels a message sticks out of its place, or of the page, where it takes the place of a text; 0 where it
 * fits, or is no worse than the text. Null where the page doesn't show that as it opens, or once `signal` is aborted.
 */
export async function overflowOf(
  page: FramedPage,
  key: MessageKey,
  message: MessageFormatElement[],
  signal: AbortSignal,
): Promise<number | null> {
  await page.show(key, null);
  const before = measure();
  if (before === null || signal.aborted) return null;
  await page.show(key, message);
  const after = measure();
  if (after === null) return null;
  return after > before + tolerancePx ? Math.round(after) : 0;

  function measure(): number | null {
    const seen = page.seen(key);
    return seen.length === 0 ? null : Math.max(...seen.map(measureOverflow));
  }
}

/** How many CSS pixels an element's words reach beyond the page, their own box, or an edge that cuts them off. */
export function measureOverflow(element: Element): number {
  const { documentElement } = element.ownerDocument;
  const pageWidth = documentElement.clientWidth;
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const words = range.getBoundingClientRect();
  const over = [documentElement.scrollWidth - pageWidth, words.right - pageWidth, -words.left];
  let isOwnBox = true;
  for (let box: Element | null = element; box; box = box.parentElement) {
    const { display, overflowX, overflowY } = getComputedStyle(box);
    if (display === 'inline' || display === 'contents') continue;
    const edge = box.getBoundingClientRect();
    if (isOwnBox || isCut(overflowX)) over.push(words.right - edge.right, edge.left - words.left);
    if (isCut(overflowY)) over.push(words.bottom - edge.bottom);
    isOwnBox = false;
  }
  return Math.max(0, ...over);
}

function isCut(overflow: string): boolean {
  return overflow === 'hidden' || overflow === 'clip';
}
