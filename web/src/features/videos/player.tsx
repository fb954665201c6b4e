import type { VideoSource } from '@voordeur/contracts/http';

interface Props {
  source: VideoSource;
  title: string;
  poster: string;
  loop?: boolean;
}

/** Plays at once, since it's only shown after a click. Until then, nothing is requested from the provider. */
export function Player({ source, title, poster, loop = false }: Props) {
  const address = playerAddress(source);
  if (address !== null) {
    return (
      <iframe
        src={address}
        title={title}
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
        className="aspect-video w-full bg-black"
      />
    );
  }
  return (
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
