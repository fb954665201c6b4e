import type { VideoSource } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';

interface Props {
  source: VideoSource;
  title: string;
  poster: string;
  loop?: boolean;
  /** For how long it has been watched, in words. */
  watched: string;
  /** Stands between the title and that. */
  children?: ReactNode;
}

/**
 * A video with its title below. Plays at once, since it's only shown after a click; until then, nothing is requested
 * from the provider.
 */
export function Player({ source, title, poster, loop = false, watched, children }: Props) {
  const address = playerAddress(source);
  return (
    <>
      {address === null ? (
        <video
          src={source.source}
          poster={poster}
          title={title}
          controls
          autoPlay
          muted
          playsInline
          loop={loop}
          className="aspect-video w-full bg-black"
          onError={() => console.info(`The video ${source.source} could not be loaded.`)}
        />
      ) : (
        <iframe
          src={address}
          title={title}
          allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
          allowFullScreen
          referrerPolicy="strict-origin-when-cross-origin"
          className="aspect-video w-full bg-black"
        />
      )}
      <div className="flex items-center justify-between gap-4 px-5 py-[.85rem] text-small leading-[1.6] text-text-2">
        <p className="font-display text-body font-semibold text-text">{title}</p>
        {children}
        <p className="tabular-nums">{watched}</p>
      </div>
    </>
  );
}

/** The address of a provider's cookieless, autoplaying player; null for a file of ours. */
export function playerAddress({ provider, source, embedUrl }: VideoSource): string | null {
  if (provider === 'file') return null;
  if (embedUrl !== undefined) return embedUrl;
  if (provider === 'youtube') {
    return `https://www.youtube-nocookie.com/embed/${source}?autoplay=1&rel=0&playsinline=1`;
  }
  // An unlisted video's id includes its key: 123456/abcdef.
  const [id, key] = source.split('/');
  return `https://player.vimeo.com/video/${id ?? ''}?${key === undefined ? '' : `h=${key}&`}autoplay=1&dnt=1`;
}
