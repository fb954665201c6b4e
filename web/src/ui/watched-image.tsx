import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'img'>, 'ref' | 'onError'> {
  onFailed: () => void;
}

/** An image that tells when it does not load, also when that was before hydration: React hears nothing of it then. */
export function WatchedImage({ onFailed, ...rest }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const tell = useEffectEvent(onFailed);
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) tell();
  }, []);
  return <img {...rest} ref={image} onError={onFailed} />;
}
