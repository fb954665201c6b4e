import { useEffect, useRef, useState, type RefObject } from 'react';
import type { TextLanguage } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { formatWatchTime } from '../../lib/format';

/** A caption or a chapter, as the browser read it from its WebVTT file. */
interface Cue {
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

interface ChaptersProps {
  chapters: Cue[];
  language: TextLanguage;
  /** Where the video is, in seconds. */
  now: number;
  onSeek: (at: number) => void;
}

/** The parts of a video, the current one lit; a press goes there. */
export function ChapterList({ chapters, language, now, onSeek }: ChaptersProps) {
  const text = useText();
  const current = chapters[lastBegun(chapters, now)];
  return (
    <nav className="chapters" aria-label={text('video.chapters')}>
      <ol>
        {chapters.map((chapter) => (
          <li key={chapter.at}>
            <button
              type="button"
              aria-current={chapter === current ? 'true' : undefined}
              onClick={() => onSeek(chapter.at)}
            >
              <span className="part-time">{formatWatchTime(chapter.at)}</span>{' '}
              <span lang={language}>{chapter.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface TranscriptProps {
  id: string;
  cues: Cue[];
  language: TextLanguage;
  chapters: Cue[];
  now: number;
  onSeek: (at: number) => void;
}

/** Spoken words and scenes, under the chapters' names; a press on a time goes there. */
export function Transcript({ id, cues, language, chapters, now, onSeek }: TranscriptProps) {
  const text = useText();
  const current = cues[lastBegun(cues, now)];
  return (
    <section id={id} className="transcript" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{text('video.transcript')}</h3>
      {groupCues(cues, chapters).map(({ chapter, cues: part }) => (
        <section key={chapter?.at ?? 'before'}>
          {chapter && <h4>{chapter.text}</h4>}
          <ol>
            {part.map((cue) => (
              <li key={cue.at}>
                <button
                  type="button"
                  className="part-time"
                  aria-label={text('video.playFrom', { time: formatWatchTime(cue.at) })}
                  aria-current={cue === current ? 'true' : undefined}
                  onClick={() => onSeek(cue.at)}
                >
                  {formatWatchTime(cue.at)}
                </button>
                <p lang={language}>{cue.text}</p>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

/** The cues of each chapter, by where they begin; first those before any chapter. */
function groupCues(cues: Cue[], chapters: Cue[]): { chapter: Cue | null; cues: Cue[] }[] {
  return [null, ...chapters]
    .map((chapter, index) => ({
      chapter,
      cues: cues.filter((cue) => lastBegun(chapters, cue.at) === index - 1),
    }))
    .filter((group) => group.cues.length > 0);
}
