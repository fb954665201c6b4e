import type { Filter, FilterDimension } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { Link } from '../../ui/link';
import { hasFilter, searchOf, toggleFilter, usePeriod } from './period';

interface Props {
  dimension: FilterDimension;
  value: string;
  children: ReactNode;
}

/** Adds the filter that a row stands for to the address, or takes it away again. */
export function FilterLink({ dimension, value, children }: Props) {
  const period = usePeriod();
  const filter: Filter = { dimension, operator: 'is', value };
  return (
    <Link
      to={searchOf(toggleFilter(period, filter))}
      aria-current={hasFilter(period, filter) ? 'true' : undefined}
      className="block decoration-lamp-lo underline-offset-[.3em] hover:underline aria-[current]:text-lamp-hi"
    >
      {children}
    </Link>
  );
}
