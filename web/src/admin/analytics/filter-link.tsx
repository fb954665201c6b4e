import type { Filter, FilterDimension } from '@voordeur/contracts/http';
import { use, type ComponentProps, type ReactNode } from 'react';
import { Link } from '../../ui/link';
import { isOthers } from './filter-words';
import { FixedPeriod, hasFilter, searchOf, toggleFilter, usePeriod, type Period } from './period';

interface Props {
  dimension: FilterDimension;
  value: string;
  children: ReactNode;
}

/** Adds a row's filter to the address, or takes it away again. A row of many values has none. */
export function FilterLink({ dimension, value, children }: Props) {
  const period = usePeriod();
  if (isOthers(value)) return children;
  const filter: Filter = { dimension, operator: 'is', value };
  return (
    <PeriodLink
      to={toggleFilter(period, filter)}
      aria-current={hasFilter(period, filter) ? 'true' : undefined}
      className="block decoration-lamp-lo underline-offset-[.3em] hover:underline aria-[current]:text-lamp-hi"
    >
      {children}
    </PeriodLink>
  );
}

/** Leads to another period of the screen. A shared view has no other, so there it's plain text. */
export function PeriodLink({ to, ...props }: Omit<ComponentProps<typeof Link>, 'to'> & { to: Period }) {
  if (use(FixedPeriod)) return props.children;
  return <Link to={searchOf(to)} {...props} />;
}
