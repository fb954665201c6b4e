import type { VideoSource } from '@voordeur/contracts/http';
import { playerAddress } from './player-address';

interface Props {
  source: VideoSource;
  title: string;
  poster: string;
  /** A short clip that begins again. */
  loop?: boolean;
}

/** Plays at once: it is shown after the visitor's own click, and only then asks a provider for anything. */
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
      onError={() => {
        console.info(`The video ${source.source} could not be loaded.`);
      }}
    />
  );
}
