import type { PerLanguage, TextLanguage, VideoSource } from '@voordeur/contracts/http';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { otherLanguagesThan } from '../../i18n/language';
import { useLanguage, useText } from '../../i18n/use-text';
import { ChapterList, Transcript, lastBegun, useCues } from './cues';
import type { Playback } from './use-watching';
import { showCaptions, showTranscript, useViewing } from './viewing';

interface Props {
  source: VideoSource;
  title: string;
  poster: string;
  /** It pauses while something is over it, and then goes on where it was. */
  held: boolean;
  onPlayback?: (now: Playback, clipSeconds: number) => void;
  onEnded: (() => void) | undefined;
  /** Shown over it once it has ended, in addition to the replay button. */
  end: ReactNode;
  /** The line under the picture. */
  children: ReactNode;
  /** Shown after the tools. */
  neighbours: ReactNode;
}

/** One of our files with its owner's extras: captions, the transcript made from them, chapters. */
export function Clip(props: Props) {
  const { source, title, poster, held, onPlayback, onEnded, end, children, neighbours } = props;
  const text = useText();
  const pageLanguage = useLanguage();
  const viewing = useViewing();
  const transcriptId = useId();
  const video = useRef<HTMLVideoElement>(null);
  const [now, setNow] = useState(0);
  const [ended, setEnded] = useState(false);
  const isFullscreen = useFullscreen(video);
  // Below the picture, which may have words of its own; over it where there is no below.
  const [captionsTrack, captions] = useCues(
    viewing.captions && isFullscreen ? 'showing' : 'hidden',
    showCaptions,
  );
  const [chaptersTrack, chapters] = useCues('hidden');
  const captionsFile = chooseFile(source.captions, pageLanguage);
  const chaptersFile = chooseFile(source.chapters, pageLanguage);
  const cues = captionsFile && captions;
  const isOpen = cues && viewing.transcript;
  const caption = cues?.[lastBegun(cues, now)];

  useEffect(() => {
    const clip = video.current;
    if (!held || !clip) return;
    // Anything over it would be invisible.
    if (document.fullscreenElement) void document.exitFullscreen();
    if (clip.paused) return;
    clip.pause();
    return () => {
      if (clip.isConnected) play(clip);
    };
  }, [held]);

  function seek(at: number) {
    if (!video.current) return;
    video.current.currentTime = at;
    setNow(at);
    play(video.current);
  }

  function report(state: Playback, { duration }: HTMLVideoElement) {
    onPlayback?.(state, duration);
  }

  return (
    <div className="player" data-transcript={isOpen ? '' : undefined}>
      <div className="picture-side">
        <div className="screen">
          <video
            ref={video}
            src={source.source}
            poster={poster}
            title={title}
            controls
            autoPlay
            muted
            playsInline
            onTimeUpdate={(event) => setNow(event.currentTarget.currentTime)}
            onPlay={(event) => {
              setEnded(false);
              report('playing', event.currentTarget);
            }}
            onPause={({ currentTarget: clip }) => report(clip.ended ? 'ended' : 'paused', clip)}
            onSeeking={({ currentTarget: clip }) => {
              setEnded(false);
              if (clip.paused) report('paused', clip);
            }}
            onEnded={(event) => {
              setEnded(true);
              report('ended', event.currentTarget);
              onEnded?.();
            }}
            onError={() => console.info(`The video ${source.source} could not be loaded.`)}
          >
            {captionsFile && (
              <track
                ref={captionsTrack}
                kind="captions"
                src={captionsFile.path}
                srcLang={captionsFile.language}
                label={text('video.captions')}
              />
            )}
            {chaptersFile && (
              <track
                ref={chaptersTrack}
                kind="chapters"
                src={chaptersFile.path}
                srcLang={chaptersFile.language}
              />
            )}
          </video>
          {cues && viewing.captions && (
            <p className="caption" lang={captionsFile.language}>
              {caption && now < caption.until && caption.text}
            </p>
          )}
          {ended && end && (
            <div className="end">
              {end}
              <button type="button" className="button button-line" onClick={() => seek(0)}>
                {text('video.again')}
              </button>
            </div>
          )}
        </div>
        <p role="status" className="sr-only">
          {ended && text('video.ended')}
        </p>
        {children}
        <div className="tools">
          {cues && (
            <>
              <button
                type="button"
                className="button button-line"
                aria-pressed={viewing.captions}
                onClick={() => showCaptions(!viewing.captions)}
              >
                {text('video.captions')}
              </button>
              <button
                type="button"
                className="button button-line"
                aria-expanded={viewing.transcript}
                aria-controls={isOpen ? transcriptId : undefined}
                onClick={() => showTranscript(!viewing.transcript)}
              >
                {text('video.transcript')}
              </button>
            </>
          )}
          {neighbours}
        </div>
        {chaptersFile && chapters && (
          <ChapterList chapters={chapters} language={chaptersFile.language} now={now} onSeek={seek} />
        )}
      </div>
      {isOpen && (
        <Transcript
          id={transcriptId}
          cues={cues}
          language={captionsFile.language}
          chapters={chapters ?? []}
          now={now}
          onSeek={seek}
        />
      )}
    </div>
  );
}

/** In the page's language, or else in another one. */
function chooseFile(files: Partial<PerLanguage<string>> | undefined, wanted: TextLanguage) {
  for (const language of [wanted, ...otherLanguagesThan(wanted)]) {
    const path = files?.[language];
    if (path !== undefined) return { path, language };
  }
  return null;
}

/** The browser may refuse, or pause it meanwhile; its own button is still there. */
function play(clip: HTMLVideoElement): void {
  clip.play().catch(() => undefined);
}

/** Whether a video has the whole screen; an iPhone's own player says so by events of its own. */
function useFullscreen(video: RefObject<HTMLVideoElement | null>): boolean {
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
