import { lazy } from 'react';

const charts = () => import('./charts');

export const ColumnChart = lazy(async () => ({ default: (await charts()).ColumnChart }));
export const RowChart = lazy(async () => ({ default: (await charts()).RowChart }));

/** The charting library is half of the admin's code: it comes while the figures are fetched. */
export function fetchCharts(): void {
  // The component that draws one imports it again, and handles the failure.
  charts().catch(() => undefined);
}
