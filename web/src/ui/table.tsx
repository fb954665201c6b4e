import type { MessageKey } from '@voordeur/contracts/messages';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../i18n/use-text';
import { useScrollStop } from '../lib/use-scroll-stop';

export interface Column<Row> {
  /** Missing only over a drawing. */
  head?: MessageKey;
  /** A number is shown in the reader's language. */
  cell: (row: Row) => ReactNode;
  /** Figures are aligned right, in digits of equal width. */
  figure?: boolean;
  /** A drawing of the figure next to it, in whatever room there is. */
  drawn?: boolean;
  /** Secondary, so in a softer colour. */
  soft?: boolean;
}

interface Props<Row> {
  /** Names the table for those who don't see the panel around it. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  /** Names a row, where rows come and go and a cell keeps a state: a dialog, a call under way. */
  rowKey?: (row: Row) => string;
  /** A long list keeps to a height and scrolls. */
  tall?: boolean;
  /** Shows this many rows, and the others when asked. */
  first?: number;
  /** The number it gives for all of them, where that isn't the number of rows. */
  count?: number;
  /** Its rows are closer together, as fits one line of a list. */
  dense?: boolean;
  /** On a narrow screen each row is a card: its head, then each cell under the name of its column. */
  cards?: boolean;
}

/** A plain table that scrolls inside its panel, also by keyboard. The first column heads its row. */
export function Table<Row>(props: Props<Row>) {
  const text = useText();
  const [whole, setWhole] = useState(false);
  const { rows, first = rows.length, count = rows.length } = props;
  if (rows.length <= first) return <Rows {...props} />;
  return (
    <>
      {/* The first rows are all there to see. */}
      <Rows {...props} rows={whole ? rows : rows.slice(0, first)} tall={whole && props.tall === true} />
      <button
        type="button"
        className="button-link mt-1 self-start text-text-2"
        aria-expanded={whole}
        onClick={() => setWhole(!whole)}
      >
        {whole ? text('admin.table.showFirst', { count: first }) : text('admin.table.showAll', { count })}
      </button>
    </>
  );
}

/** The last lines fade out, so one sees that there are more; scrolled to the end, they're above the fade. */
const fading = 'max-h-108 pb-6 [mask-image:linear-gradient(to_top,transparent,#000_2rem)]';

function Rows<Row>({ label, columns, rows, rowKey, tall, dense = false, cards = false }: Props<Row>) {
  const text = useText();
  const { formatNumber } = useIntl();
  return (
    // A group, since the panel around it is the landmark.
    <div
      {...useScrollStop<HTMLDivElement>()}
      role="group"
      aria-label={label}
      className={`mt-[.7rem] overflow-auto ${tall ? fading : ''}`}
    >
      <table className={`table ${cards ? 'table-cards' : ''} ${dense ? 'table-dense' : ''}`}>
        <thead>
          <tr>
            {columns.map(({ head, figure }, column) =>
              head ? (
                <th key={column} scope="col" className={figure ? 'figure' : undefined}>
                  {text(head)}
                </th>
              ) : (
                <td key={column} className="max-phone:hidden" />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey?.(row) ?? index}>
              {columns.map(({ head, cell, figure, soft, drawn }, column) => {
                const content = cell(row);
                const shown = typeof content === 'number' ? formatNumber(content) : content;
                const className = [
                  figure && 'figure',
                  soft && 'text-text-2',
                  drawn && 'w-9/20 min-w-10 max-phone:hidden',
                ]
                  .filter(Boolean)
                  .join(' ');
                return column === 0 ? (
                  <th key={column} scope="row" className={className}>
                    {shown}
                  </th>
                ) : (
                  <td key={column} className={className} data-head={head && text(head)}>
                    {shown}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
