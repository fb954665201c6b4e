/** The one Trusted Types policy of the site's pages (build/page-policy.ts). */
export const skyPolicy = 'sky';
