import { lazy } from 'react';

/** All flags are one file: they come after the figures. */
export const CountryFlag = lazy(() => import('./country-flag'));

/** Stands where a flag is on its way. */
export const noFlag = <span aria-hidden="true" className="flag border border-line" />;
