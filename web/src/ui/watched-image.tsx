import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'img'>, 'ref' | 'onError'> {
  onFailed: () => void;
}

/** An image that reports when it doesn't load, also before hydration, where React misses the event. */
export function WatchedImage({ onFailed, ...rest }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const report = useEffectEvent(onFailed);
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) report();
  }, []);
  return <img {...rest} ref={image} onError={onFailed} />;
}
