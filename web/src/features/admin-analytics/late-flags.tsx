import { lazy } from 'react';

/** All flags are in one file, which loads after the figures. */
export const CountryFlag = lazy(() => import('./country-flag'));
