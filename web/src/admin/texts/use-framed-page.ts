import { useCallback, useState } from 'react';
import { handedOver, type FramedPage } from './handed-over';

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
