import { elementOf, findSentence, isSeen } from './sentence-on-page';
import { showTexts, tryParse } from './live-texts';

/** Differences of less are rounding. */
const tolerancePx = 1.5;

/**
 * By how many CSS pixels a text sticks out of its place, or of the page, on a page where it takes the place of `present`;
 * 0 where it fits, or is no worse than the present one. Null where the page doesn't show it as it opens.
 */
export function overflowOf(body: HTMLElement, { present, value }: { present: string; value: string }) {
  const message = tryParse(present);
  const found = message && findSentence(body, message).filter((one) => isSeen(elementOf(one) ?? body));
  if (!found || found.length === 0) return null;
  const elements = found.flatMap((one) => elementOf(one) ?? []);
  const measure = () => Math.max(...elements.map(measureOverflow));
  const before = measure();
  const putBack = showTexts(body, [{ present, value }]);
  const after = measure();
  putBack();
  return after > before + tolerancePx ? Math.round(after) : 0;
}

/** How far an element's words reach beyond the page, their own box, or an edge that cuts them off. */
function measureOverflow(element: HTMLElement): number {
  const { documentElement } = element.ownerDocument;
  const pageWidth = documentElement.clientWidth;
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const words = range.getBoundingClientRect();
  const over = [documentElement.scrollWidth - pageWidth, words.right - pageWidth, -words.left];
  let isOwnBox = true;
  for (let box: HTMLElement | null = element; box; box = box.parentElement) {
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
