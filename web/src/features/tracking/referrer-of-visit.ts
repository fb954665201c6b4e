import { keptPage } from '@voordeur/contracts/http';

/** A referrer as it may leave the browser: our own pages are cleaned as visits are, others are kept as they came. */
export function referrerOfVisit(referrer: string, ownOrigin: string): string {
  if (!URL.canParse(referrer)) return '';
  const url = new URL(referrer);
  return url.origin === ownOrigin ? url.origin + keptPage(url.pathname + url.search) : referrer;
}
