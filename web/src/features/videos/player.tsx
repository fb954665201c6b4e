import type { VideoSource } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { Clip } from './clip';
import { playerAddress } from './player-address';
import './player.css';

interface Props {
  source: VideoSource;
  title: string;
  poster: string;
  /** For how long it has been watched, in words. */
  watched: string;
  /** A clip of ours pauses meanwhile. A provider's player is left alone, since it takes no word from us. */
  held?: boolean;
  onEnded?: () => void;
  end?: ReactNode;
  /** The way to the videos before and after it. */
  neighbours?: ReactNode;
  /** Stands between the title and `watched`. */
  children?: ReactNode;
}

/**
 * A video with its title below. Plays at once, since it's only shown after a click; until then, nothing is requested
 * from the provider.
 */
export function Player(props: Props) {
  const { source, title, poster, watched, held = false, onEnded, end, neighbours, children } = props;
  const address = playerAddress(source);
  const line = (
    <div className="flex items-center justify-between gap-4 px-5 py-[.85rem] text-small leading-[1.6] text-text-2">
      <p className="font-display text-body font-semibold text-text">{title}</p>
      {children}
      <p className="shrink-0 tabular-nums">{watched}</p>
    </div>
  );
  if (address === null)
    return <Clip {...{ source, title, poster, held, onEnded, end, neighbours }}>{line}</Clip>;
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
