import type { ComponentPropsWithRef } from 'react';
import { useHref, useLinkClickHandler, type To } from 'react-router-dom';

interface Props extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: To;
  replace?: boolean;
  state?: unknown;
}

/**
 * A link within the site, which the browser follows itself when it is opened elsewhere. react-router's own does the
 * same, and brings the code for loaders and prefetching, which this site has no use for, to the first load.
 */
export function Link({ to, replace, state, onClick, target, ...rest }: Props) {
  const follow = useLinkClickHandler(to, {
    replace: replace ?? false,
    state,
    ...(target && { target }),
  });
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
