import { lazy, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text';

const charts = () => import('./charts');

export const ColumnChart = lazy(async () => ({ default: (await charts()).ColumnChart }));
export const RowChart = lazy(async () => ({ default: (await charts()).RowChart }));

/** The charting library is half of the admin's code: it loads while the figures are fetched. */
export function fetchCharts(): void {
  // The component that draws one imports it again, and handles the failure.
  charts().catch(() => undefined);
}

/** A chart's figures as a table. */
export function ChartTable({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <details className="mt-3">
      <summary className="cursor-pointer py-1 text-note text-text-2 hover:text-text">
        {text('admin.analytics.asTable')}
      </summary>
      {children}
    </details>
  );
}
