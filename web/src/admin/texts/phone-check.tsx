import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useFramedPage, type FramedPage } from './handed-over';

interface Props {
  /** Path of the page that shows the text. */
  path: string;
  textKey: MessageKey;
  /** As it's being written, without problems. */
  value: string;
  message: MessageFormatElement[];
}

/** Waits for a pause in the typing. */
const pauseMs = 400;

/** Warns of a text that is too long for its place at 375 px, measured on the real page in a frame that nobody sees. */
export default function PhoneCheck({ path, textKey, value, message }: Props) {
  const text = useText();
  const { frame, page } = useFramedPage();
  const [over, setOver] = useState<number | null>(null);

  const measure = useEffectEvent(async (signal: AbortSignal) => {
    const next = page && (await overflowOf(page, textKey, message, signal));
    if (!signal.aborted) setOver(next);
  });
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => void measure(leaving.signal), pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [page, value]);

  return (
    <>
      <iframe
        ref={frame}
        src={path}
        title={text('admin.translations.live.frame', { path })}
        aria-hidden="true"
        tabIndex={-1}
        className="pointer-events-none invisible fixed top-0 -left-100 h-203 w-93.75"
      />
      <p role="status" className={over ? 'mt-2 border-l-4 border-lamp bg-paint px-3 py-2' : undefined}>
        {over ? text('admin.translations.tooLong', { pixels: over }) : null}
      </p>
    </>
  );
}

/** Differences of less are rounding. */
const tolerancePx = 1.5;

/**
 * By how many CSS pixels a message sticks out of its place, or of the page, where it takes the place of a text; 0 where it
 * fits, or is no worse than the text. Null where the page doesn't show that as it opens, or once `signal` is aborted.
 */
async function overflowOf(
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
