import type { SiteChanges } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useEffectEvent, useState } from 'react';
import type { KeptDrafts } from './save-text';

/** From the list of texts, or the settings of the site, to the page in a frame. */
type ToPage =
  /** Light a sentence, and show these drafts, by key: those in Postgres, which aren't in the tab's storage. */
  | { type: 'show'; lit: MessageKey | null; drafts: Record<string, KeptDrafts> }
  /** Answer by how much a text's draft sticks out of its place. */
  | { type: 'measure'; key: MessageKey }
  /** Show these settings. */
  | { type: 'settings'; changes: SiteChanges };

/** From the page in a frame to the list of texts. */
type ToList =
  /** The page takes messages from now on. */
  | { type: 'ready' }
  | { type: 'pressed'; key: MessageKey }
  /** Whether a reader of the page as it is now sees the lit sentence. */
  | { type: 'lit'; isSeen: boolean }
  /** In CSS pixels; 0 where it fits, or isn't on the page as it opens. */
  | { type: 'measured'; pixels: number };

// Events at the frame's element, which a page of another origin can't reach.
const toPage = 'to-page';
const toList = 'to-list';

/** The page's end: hears the list, and returns how to tell it something. */
export function joinList(frame: Element, signal: AbortSignal, hear: (message: ToPage) => void) {
  frame.addEventListener(toPage, (event) => hear((event as CustomEvent<ToPage>).detail), { signal });
  return (message: ToList) => void frame.dispatchEvent(new CustomEvent(toList, { detail: message }));
}

/** The list's end: `frame` is the `ref` of the frame, `page` is null until its page takes messages. */
export function useFramedPage(hear: (message: ToList) => void) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [page, setPage] = useState<{ tell: (message: ToPage) => void } | null>(null);
  const take = useEffectEvent((event: Event) => {
    const message = (event as CustomEvent<ToList>).detail;
    if (message.type !== 'ready') hear(message);
    else setPage({ tell: (detail) => void frame?.dispatchEvent(new CustomEvent(toPage, { detail })) });
  });
  useEffect(() => {
    const listener = (event: Event) => take(event);
    frame?.addEventListener(toList, listener);
    return () => {
      frame?.removeEventListener(toList, listener);
      setPage(null);
    };
  }, [frame]);
  return { frame: setFrame, page };
}
