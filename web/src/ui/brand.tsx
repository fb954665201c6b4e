import { site } from '../config/site';
import { Link } from './link';

interface Props {
  to: string;
  label: string;
  className?: string;
}

/** The product's name with its sign, a door ajar. */
export function Brand({ to, label, className = '' }: Props) {
  return (
    <Link to={to} className={`brand ${className}`} aria-label={label}>
      <svg width="24" height="30" viewBox="0 0 24 30" aria-hidden="true">
        <rect x="1" y="1" width="22" height="28" rx="2.5" fill="#14211c" stroke="#f3efe6" strokeWidth="2" />
        <path d="M4.6 4.6h14.8v4H4.6zM4.6 11h4.2v14.4H4.6z" fill="#f0b95a" />
        <circle cx="12.2" cy="18.6" r="1.3" fill="#f3efe6" />
      </svg>
      {site.product}
    </Link>
  );
}
