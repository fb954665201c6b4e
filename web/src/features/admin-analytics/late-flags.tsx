import { lazy } from 'react';

/** All flags are one file: they come after the figures. */
export const CountryFlag = lazy(() => import('./country-flag'));
