import type { VideoSource } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Clip } from './clip';
import { playerAddress } from './player-address';
import './player.css';
import type { Playback } from './use-watching';

interface Props {
  source: VideoSource;
  title: string;
  poster: string;
  /** For how long it has been watched, in words. */
  watched: string;
  isPaused: boolean;
  /** Only called for a clip of ours, with its length in seconds. */
  onPlayback: (now: Playback, clipSeconds: number) => void;
  /** A clip of ours pauses meanwhile. A provider's player is left alone, since it takes no word from us. */
  held?: boolean;
  onEnded?: () => void;
  end?: ReactNode;
  /** The way to the videos before and after it. */
  neighbours?: ReactNode;
  /** Shown between the title and `watched`. */
  children?: ReactNode;
}

/**
 * A video with its title below. Plays at once, since it's only shown after a click; until then, nothing is requested
 * from the provider.
 */
export function Player(props: Props) {
  const { source, title, poster, watched, isPaused, onPlayback, held = false } = props;
  const { onEnded, end, neighbours, children } = props;
  const text = useText();
  const address = playerAddress(source);
  const line = (
    <div className="flex items-center justify-between gap-4 px-5 py-[.85rem] text-small leading-body text-text-2">
      <p className="font-display text-body font-semibold text-text">{title}</p>
      {children}
      <p className="shrink-0 tabular-nums">
        {watched}
        {isPaused && ` · ${text('video.paused')}`}
      </p>
    </div>
  );
  if (address === null)
    return <Clip {...{ source, title, poster, held, onPlayback, onEnded, end, neighbours }}>{line}</Clip>;
  return (
    <div className="player">
      <div className="picture-side">
        <div className="screen">
          <iframe
            src={address}
            title={title}
            allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
            allowFullScreen
            referrerPolicy="strict-origin-when-cross-origin"
          />
        </div>
        {line}
        <div className="tools">{neighbours}</div>
      </div>
    </div>
  );
}
