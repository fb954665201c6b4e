import { useEffect, useRef } from 'react';
import { isAtRest, isBackgroundHeld, isStill, subscribeToMotion } from '../../lib/motion';
import { skyPolicy } from './drops';
import type { SkyOrder } from './sky.worker';
import skyScript from './sky.worker?worker&url';

/** Where a browser requires Trusted Types, a worker is started from an address that a policy made; the types know only text. */
const trustedScript = (window.trustedTypes
  ?.createPolicy(skyPolicy, { createScriptURL: (address) => address })
  .createScriptURL(skyScript) ?? skyScript) as string;

/**
 * Lamp dots and, on wide windows, a rain of bits, drawn by a worker. It stops after a while without input, while the
 * page is hidden or a dialog is open, and with reduced motion.
 */
export default function Sky() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? startSky(place.current) : undefined), []);
  return (
    <div ref={place} className="sky" aria-hidden="true">
      {/* The spec's unused video. It has no source, so it loads nothing. */}
      <video hidden muted preload="none" tabIndex={-1} />
    </div>
  );
}

function startSky(place: HTMLElement): () => void {
  const canvas = document.createElement('canvas');
  if (!('transferControlToOffscreen' in canvas)) return () => undefined;
  place.append(canvas);
  const worker = new Worker(trustedScript, { type: 'module' });
  const order = (what: SkyOrder, transfer: Transferable[] = []) => worker.postMessage(what, transfer);
  const size = () => ({ width: innerWidth, height: innerHeight });
  const offscreen = canvas.transferControlToOffscreen();
  const lamp = getComputedStyle(place).getPropertyValue('--color-lamp');
  order({ do: 'start', canvas: offscreen, lamp, ...size() }, [offscreen]);

  function settle() {
    if (isStill()) order({ do: 'still' });
    else if (document.hidden || isBackgroundHeld()) order({ do: 'stop' });
    else order({ do: isAtRest() ? 'fade' : 'run' });
  }
  let width = innerWidth;
  function resize() {
    // A phone's address bar changes only the height, and stretching the picture a little doesn't show.
    if (innerWidth === width) return;
    width = innerWidth;
    order({ do: 'resize', ...size() });
  }

  addEventListener('resize', resize);
  const unsubscribe = subscribeToMotion(settle);
  settle();
  return () => {
    removeEventListener('resize', resize);
    unsubscribe();
    worker.terminate();
    canvas.remove();
  };
}
