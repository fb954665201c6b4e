import type { RangeName } from '@voordeur/contracts/http';

/** The period of the figures as the menu opens them. */
export const usualRange: RangeName = '30d';

/** The calls that the screen begins with then. Apart from it, so that they're made while it loads. */
export const firstReads = ['/api/admin/analytics', `/api/admin/analytics/range?last=${usualRange}`];
