import type { MessageKey } from '@voordeur/contracts/messages';
import type { ReactNode } from 'react';
import { Table } from '../../ui/table';
import { useFigures } from './use-figures';

/** How many rows a list shows until the owner asks for all. */
const firstRows = 10;

interface Props<Row> {
  label: string;
  /** Of the column of names. */
  head: MessageKey;
  rows: Row[];
  name: (row: Row) => ReactNode;
  /** Of how many page views the shares are. */
  total: number;
}

/** A list of names, largest count first: a bar, the count, and its share of all page views of the range. */
export function CountTable<Row extends { visitors: number }>({ label, head, rows, name, total }: Props<Row>) {
  const { share } = useFigures();
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors));
  return (
    <Table
      label={label}
      columns={[
        { head, cell: name },
        { cell: ({ visitors }) => <Bar share={visitors / most} />, drawn: true },
        { head: 'admin.analytics.count', cell: ({ visitors }) => visitors, figure: true },
        {
          head: 'admin.analytics.share',
          cell: ({ visitors }) => share(visitors / Math.max(1, total)),
          figure: true,
          soft: true,
        },
      ]}
      rows={rows}
      tall
      dense
      first={firstRows}
    />
  );
}

/** A count as a bar; `share` is 0 to 1. The figure itself is beside it. */
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
    <span className="block max-w-36 truncate" title={children}>
      {children}
    </span>
  );
}
