import { useEffect, useState, type RefObject } from 'react';

/** Whether a video has the whole screen; an iPhone's own player says so by events of its own. */
export function useFullscreen(video: RefObject<HTMLVideoElement | null>): boolean {
  const [isFullscreen, setIsFullscreen] = useState(false);
  useEffect(() => {
    const clip = video.current;
    const listening = new AbortController();
    const { signal } = listening;
    const follow = () => setIsFullscreen(document.fullscreenElement === clip);
    document.addEventListener('fullscreenchange', follow, { signal });
    clip?.addEventListener('webkitbeginfullscreen', () => setIsFullscreen(true), { signal });
    clip?.addEventListener('webkitendfullscreen', () => setIsFullscreen(false), { signal });
    return () => listening.abort();
  }, [video]);
  return isFullscreen;
}
