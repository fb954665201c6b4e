import { useEffect, useRef, useState } from 'react';
import { isAtRest, useMotion } from '../../lib/motion';
import { useLoaded } from '../../lib/when-idle';

/**
 * The clip behind the Learn window's glass, over its drawing; a gif where it fails to load. It's requested after
 * everything else, never with reduced motion, and paused when nobody is looking.
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
    // A browser that refuses to autoplay shows the first frame.
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
