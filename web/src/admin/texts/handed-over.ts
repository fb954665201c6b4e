import type { MessageKey } from '@voordeur/contracts/messages';
import { useCallback, useState } from 'react';
import type { MarkedPage } from './marked-page';

/** A page in a frame, whose texts the admin around it lights and writes over. */
export interface FramedPage extends Pick<MarkedPage, 'light' | 'show'> {
  document: Document;
  /** The elements that show a text and that a reader of the page as it is now can see. */
  seen: (key: MessageKey) => Element[];
}

/** The event at a frame that hands its page over to the admin: `detail` is a `FramedPage`, and null once that is left. */
export const handedOver = 'handed-over';

/** A frame's page, from when its texts are marked until it's left. `frame` is the `ref` of the frame. */
export function useFramedPage() {
  const [page, setPage] = useState<FramedPage | null>(null);
  const frame = useCallback((element: HTMLIFrameElement) => {
    const take = (event: Event) => setPage((event as CustomEvent<FramedPage | null>).detail);
    element.addEventListener(handedOver, take);
    return () => {
      element.removeEventListener(handedOver, take);
      setPage(null);
    };
  }, []);
  return { frame, page };
}
