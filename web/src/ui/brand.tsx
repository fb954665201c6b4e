import { site } from '../config/site';
import { Link } from './link';

interface Props {
  to: string;
  label: string;
  className?: string;
}

/** The product's name with its mark. */
export function Brand({ to, label, className = '' }: Props) {
  return (
    <Link to={to} className={`brand ${className}`} aria-label={label}>
      <img src="/media/mark.svg" width="24" height="30" alt="" />
      {site.product}
    </Link>
  );
}
