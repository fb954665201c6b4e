import { lazy, Suspense, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Skeleton } from '../../ui/query-states';
import { Table, type Column } from '../../ui/table';

const charts = () => import('./charts');

export const ColumnChart = lazy(async () => ({ default: (await charts()).ColumnChart }));
export const RowChart = lazy(async () => ({ default: (await charts()).RowChart }));

interface Props<Row> {
  /** Names the table. */
  label: string;
  /** The chart has a height of its own. */
  ownHeight?: boolean;
  /** Explains anything drawn in addition to the figures. */
  legend?: ReactNode;
  /** Some of it was imported, which the chart marks and a line under it explains. */
  hasImported?: boolean;
  table: { columns: Column<Row>[]; rows: Row[]; tall?: boolean };
  /** Draw it. */
  children: ReactNode;
}

/** A chart, and its figures as a table. */
export function Chart<Row>({ label, ownHeight, legend, hasImported, table, children }: Props<Row>) {
  const text = useText();
  return (
    <>
      <div className={`mt-4 flex-1 ${ownHeight ? '' : 'min-h-52'}`}>
        <Suspense fallback={<Skeleton className="h-full" />}>{children}</Suspense>
      </div>
      {legend}
      {hasImported && (
        <p className="mt-2 flex gap-2.5 text-note text-text-2">
          <span
            aria-hidden="true"
            className="mt-1 h-3 w-5 flex-none rounded-xs border border-bar bg-[repeating-linear-gradient(135deg,var(--color-bar)_0_2px,transparent_2px_5px)]"
          />
          {text('admin.analytics.importedLegend')}
        </p>
      )}
      <details className="mt-3">
        <summary className="cursor-pointer py-1 text-note text-text-2 hover:text-text">
          {text('admin.analytics.asTable')}
        </summary>
        <Table label={label} {...table} />
      </details>
    </>
  );
}
