import { lazy, Suspense, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Skeleton } from '../../ui/query-states';
import { Table, type Column } from '../../ui/table';
import { FigurePanel, type FigurePanelProps } from './figure-panel';

const charts = () => import('./charts');

export const ColumnChart = lazy(async () => ({ default: (await charts()).ColumnChart }));
export const RowChart = lazy(async () => ({ default: (await charts()).RowChart }));

/** The charting library is half of the admin's code: it loads while the figures are fetched. */
export function fetchCharts(): void {
  // The component that draws one imports it again, and handles the failure.
  charts().catch(() => undefined);
}

interface Props<Row> extends Omit<FigurePanelProps, 'children'> {
  /** Drawn below the children. */
  chart: ReactNode;
  /** The chart has a height of its own. */
  ownHeight?: boolean;
  /** Some of it was imported, which the chart marks and a line under it explains. */
  hasImported?: boolean;
  children?: ReactNode;
  table: { columns: Column<Row>[]; rows: Row[]; tall?: boolean };
}

/** A panel with a chart, and its figures as a table. */
export function ChartPanel<Row>({ chart, ownHeight, hasImported, table, children, ...panel }: Props<Row>) {
  const text = useText();
  return (
    <FigurePanel {...panel}>
      {children}
      <div className={`mt-4 flex-1 ${ownHeight ? '' : 'min-h-64'}`}>
        <Suspense fallback={<Skeleton className="h-full" />}>{chart}</Suspense>
      </div>
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
        <Table label={panel.title} {...table} />
      </details>
    </FigurePanel>
  );
}
