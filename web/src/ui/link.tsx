import type { ComponentPropsWithRef } from 'react';
import { useHref, useLinkClickHandler, type To } from 'react-router-dom';
import { site } from '../config/site';

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

interface BrandProps {
  label: string;
  className?: string;
  to?: string;
  /** In place of `to`, for a page of the other product. */
  href?: string;
}

/** The product's name with its mark. */
export function Brand({ to, href, label, className = '' }: BrandProps) {
  const props = {
    className: `brand ${className}`,
    'aria-label': label,
    children: (
      <>
        <img
          src={site.mark ?? '/media/mark.svg'}
          width={site.mark === undefined ? 24 : 30}
          height="30"
          alt=""
        />
        {site.product}
      </>
    ),
  };
  return to === undefined ? <a {...props} href={href} /> : <Link {...props} to={to} />;
}
