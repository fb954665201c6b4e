import type { FilterDimension } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import type { ReactNode } from 'react';
import { Table, type Column } from '../../ui/table';
import { RowChange } from './change';
import { FilterLink } from './filters';
import { type Counted, type CountRow, type PanelCounts } from './panel-counts';
import { useFigures } from './formats';

/** How many rows a list shows until the owner asks for all. */
const firstRows = 10;

const countedLabels: Record<Counted, MessageKey> = {
  visitors: 'admin.analytics.count',
  pageViews: 'admin.analytics.count',
  sessions: 'admin.analytics.sessions',
};

interface Props {
  label: string;
  dimension: FilterDimension;
  /** Head of the column of names. */
  head: MessageKey;
  counts: PanelCounts;
  name: (value: string) => ReactNode;
  /** There are days to compare with. */
  isCompared: boolean;
}

/**
 * A list of names, largest count first: a bar, the count, its share of all, and the change against the compared days. A name
 * adds its filter.
 */
export function CountTable({ label, dimension, head, counts, name, isCompared }: Props) {
  const { share } = useFigures();
  const { counted, rows, total } = counts;
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const columns: Column<CountRow>[] = [
    {
      head,
      cell: ({ value }) => (
        <FilterLink dimension={dimension} value={value}>
          {name(value)}
        </FilterLink>
      ),
    },
    { cell: ({ count }) => <Bar share={count / most} />, drawn: true },
    { head: countedLabels[counted], cell: ({ count }) => count, figure: true },
    {
      head: 'admin.analytics.share',
      cell: ({ count }) => share(count / Math.max(1, total)),
      figure: true,
      soft: true,
    },
  ];
  if (isCompared)
    columns.push({
      head: 'admin.analytics.changeHead',
      cell: (row) => <RowChange {...row} />,
      figure: true,
      soft: true,
    });
  const known = rows.filter(({ value }) => value !== '');
  return (
    <Table label={label} columns={columns} rows={rows} tall dense first={firstRows} count={known.length} />
  );
}

/** A count as a bar; `share` is 0 to 1. The figure itself is next to it. */
export function Bar({ share }: { share: number }) {
  return (
    <span
      aria-hidden="true"
      style={{ width: `max(2px, ${(share * 100).toFixed(1)}%)` }}
      className="block h-2.5 rounded-xs bg-bar"
    />
  );
}

/** Cut off before it would push the bar away; whole on hover. */
export function Cut({ children }: { children: string }) {
  return (
    <span className="block max-w-32 truncate max-phone:max-w-full" title={children}>
      {children}
    </span>
  );
}
