import { isCounted } from '../../lib/counting-choice';
import type { VideoViewBody } from '@voordeur/contracts/http';
import { useEffect, useRef, useState } from 'react';
import { watching } from '../../config/timings';
import { randomUuid, throwUnlessOk } from '../../lib/http';
import { postBeacon } from '../../lib/post-beacon';

interface Watched {
  videoId: string;
  videoTitle: string;
  /** `each-second`: every second from 5 s on; `on-close`: once, at the end. */
  report: 'each-second' | 'on-close';
}

/**
 * Counts the seconds that a video is open and reports the view, under one id per opening, even when the page is
 * being left. A failed report is only logged.
 */
export function useWatching({ videoId, videoTitle, report }: Watched): number {
  const [seconds, setSeconds] = useState(0);
  const reported = useRef(0);

  useEffect(() => {
    const viewId = randomUuid();
    let watchDuration = 0;
    reported.current = 0;
    function send() {
      if (watchDuration < watching.viewSeconds || watchDuration === reported.current) return;
      reported.current = watchDuration;
      sendView({ videoId, videoTitle, watchDuration, viewId });
    }
    const timer = setInterval(() => {
      watchDuration += 1;
      setSeconds(watchDuration);
      if (report === 'each-second') send();
    }, 1_000);
    addEventListener('pagehide', send);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', send);
      send();
    };
  }, [videoId, videoTitle, report]);

  return seconds;
}

function sendView(view: VideoViewBody): void {
  if (!isCounted()) return;
  postBeacon('/api/video-view', view)
    .then(throwUnlessOk)
    .catch(() => console.info('The video view was not recorded.'));
}
