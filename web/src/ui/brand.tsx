import { site } from '../config/site';
import { Link } from './link';

interface Props {
  label: string;
  className?: string;
  to?: string;
  /** In place of `to`, for a page of the other product. */
  href?: string;
}

/** The product's name with its mark. */
export function Brand({ to, href, label, className = '' }: Props) {
  const props = {
    className: `brand ${className}`,
    'aria-label': label,
    children: (
      <>
        <img src="/media/mark.svg" width="24" height="30" alt="" />
        {site.product}
      </>
    ),
  };
  return to === undefined ? <a {...props} href={href} /> : <Link {...props} to={to} />;
}
