import { useEffect, useRef, useState } from 'react';
import { useStill } from '../../lib/motion';
import { whenIdle } from '../../lib/when-idle';

/**
 * Behind the Learn window's glass, over its drawing: the clip once it is loaded, the gif where it fails. Asked for
 * when all else is there; not at all where nothing may move.
 */
export function HeroClip() {
  const still = useStill();
  const [wanted, setWanted] = useState(false);
  const [state, setState] = useState<'loading' | 'playing' | 'failed'>('loading');
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    if (still) return;
    let callOff: (() => void) | undefined;
    const wait = () => {
      callOff = whenIdle(() => {
        setWanted(true);
      });
    };
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
    return () => {
      removeEventListener('load', wait);
      callOff?.();
    };
  }, [still]);

  useEffect(() => {
    if (still) video.current?.pause();
    // A browser that will not play by itself leaves the first picture standing.
    else video.current?.play().catch(() => undefined);
  }, [still, wanted]);

  if (!wanted) return null;
  if (state === 'failed')
    return still ? null : <img src="/media/hero-loop.gif" alt="" className="clip clip-shown" />;
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
      onLoadedData={() => {
        setState('playing');
      }}
      onError={() => {
        console.info('The hero clip could not be loaded; the gif stands in for it.');
        setState('failed');
      }}
    />
  );
}
