import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle';

/** True once the page is loaded and the browser has nothing better to do: the moment for what may come last. */
export function useLoaded(): boolean {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    let callOff: (() => void) | undefined;
    const wait = () => {
      callOff = whenIdle(() => {
        setLoaded(true);
      });
    };
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
    return () => {
      removeEventListener('load', wait);
      callOff?.();
    };
  }, []);
  return loaded;
}
