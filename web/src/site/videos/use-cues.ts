import { useEffect, useRef, useState, type RefObject } from 'react';

/** A caption or a chapter, as the browser read it from its WebVTT file. */
export interface Cue {
  /** Where it begins, in seconds. */
  at: number;
  /** Where it ends. */
  until: number;
  text: string;
}

/**
 * The cues in the file of a `<track>`, which gets this ref: nothing until it's here, null if it can't be loaded. Hidden
 * tracks are loaded like those that the video shows. `onSwitched` hears of a change in the browser's own menu, which
 * doesn't change the mode.
 */
export function useCues(
  mode: 'showing' | 'hidden',
  onSwitched?: (isShown: boolean) => void,
): [RefObject<HTMLTrackElement | null>, Cue[] | null] {
  const track = useRef<HTMLTrackElement>(null);
  const [cues, setCues] = useState<Cue[] | null>([]);
  const wanted = useRef(mode);

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const take = () => setCues(readCues(element.track));
    const fail = () => {
      console.info(`The file ${element.src} could not be loaded.`);
      setCues(null);
    };
    function follow() {
      if (!element || element.track.mode === wanted.current) return;
      onSwitched?.(element.track.mode === 'showing');
      element.track.mode = wanted.current;
    }
    const { textTracks } = element.parentElement as HTMLVideoElement;
    element.addEventListener('load', take);
    element.addEventListener('error', fail);
    textTracks.addEventListener('change', follow);
    return () => {
      element.removeEventListener('load', take);
      element.removeEventListener('error', fail);
      textTracks.removeEventListener('change', follow);
    };
  }, [onSwitched]);

  useEffect(() => {
    wanted.current = mode;
    if (track.current) track.current.track.mode = mode;
  }, [mode]);

  return [track, cues];
}

/** The index of the cue that is playing; -1 before the first. A seek may end a hair before its target. */
export function lastBegun(cues: Cue[], now: number): number {
  return cues.findLastIndex(({ at }) => at <= now + 0.05);
}

function readCues({ cues }: TextTrack): Cue[] {
  return Array.from(cues ?? []).map((cue) => ({
    at: cue.startTime,
    until: cue.endTime,
    // Without its markup, such as who speaks.
    text: (cue as VTTCue).getCueAsHTML().textContent,
  }));
}
