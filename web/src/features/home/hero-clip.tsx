import { useEffect, useRef, useState } from 'react';
import { isAtRest, useMotion } from '../../lib/motion';
import { useLoaded } from '../../lib/when-idle';

/**
 * Behind the Learn window's glass, over its drawing: the clip once it is loaded, the gif where it fails. Asked for
 * when all else is there; not at all where nothing may move, and paused when nobody is there to look.
 */
export function HeroClip() {
  const resting = useMotion(isAtRest);
  const loaded = useLoaded();
  const [wanted, setWanted] = useState(false);
  if (loaded && !resting && !wanted) setWanted(true);
  const [state, setState] = useState<'loading' | 'playing' | 'failed'>('loading');
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    if (resting) video.current?.pause();
    // A browser that will not play by itself leaves the first picture standing.
    else video.current?.play().catch(() => undefined);
  }, [resting, wanted]);

  if (!wanted) return null;
  if (state === 'failed')
    return resting ? null : <img src="/media/hero-loop.gif" alt="" className="clip clip-shown" />;
  return (
    <video
      ref={video}
      src="/media/hero-loop.mp4"
      muted
      loop
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      className={state === 'playing' ? 'clip clip-shown' : 'clip'}
      onLoadedData={() => setState('playing')}
      onError={() => {
        console.info('The hero clip could not be loaded; the gif stands in for it.');
        setState('failed');
      }}
    />
  );
}
