import type { VideoViewBody } from '@voordeur/contracts/http';
import { useEffect, useRef, useState } from 'react';
import { isCounted, postBeacon } from '../../lib/counting';
import { watching } from '../../config/timings';
import { randomUuid, throwUnlessOk } from '../../lib/http';

export type Playback = 'playing' | 'paused' | 'ended';

interface Watched {
  videoId: string;
  videoTitle: string;
  /** `each-second`: every second from 5 s on; `on-close`: once, at the end. */
  report: 'each-second' | 'on-close';
}

/**
 * Counts the seconds that a video is open and reports the view, under one id per opening, even when the page is
 * being left. A failed report is only logged. `watched` is for people: the seconds that a clip of ours has played, its
 * length at most. A provider's player doesn't say, so there the two are the same.
 */
export function useWatching({ videoId, videoTitle, report }: Watched) {
  const [seconds, setSeconds] = useState(0);
  const [played, setPlayed] = useState(0);
  const [length, setLength] = useState(Infinity);
  const [playback, setPlayback] = useState<Playback>('playing');
  const isPlaying = useRef(true);
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
      if (isPlaying.current) setPlayed((before) => before + 1);
      if (report === 'each-second') send();
    }, 1_000);
    addEventListener('pagehide', send);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', send);
      send();
    };
  }, [videoId, videoTitle, report]);

  function onPlayback(now: Playback, clipSeconds: number) {
    isPlaying.current = now === 'playing';
    setPlayback(now);
    setLength(Math.round(clipSeconds) || Infinity);
  }

  return { seconds, watched: Math.min(played, length), isPaused: playback === 'paused', onPlayback };
}

function sendView(view: VideoViewBody): void {
  if (!isCounted()) return;
  postBeacon('/api/video-view', view)
    .then(throwUnlessOk)
    .catch(() => console.info('The video view was not recorded.'));
}
