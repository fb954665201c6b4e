import { lazy } from 'react';

/** The charting library is half of the admin's code: it comes while the figures are fetched. */
const charts = () => import('./charts');

export const ColumnChart = lazy(async () => ({ default: (await charts()).ColumnChart }));
export const RowChart = lazy(async () => ({ default: (await charts()).RowChart }));
