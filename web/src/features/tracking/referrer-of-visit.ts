import { keptReferrer } from '@voordeur/contracts/http';

/** A referrer as it may leave the browser; empty for what is no address. */
export function referrerOfVisit(referrer: string, ownOrigin: string): string {
  return URL.canParse(referrer) ? keptReferrer(referrer, new URL(ownOrigin).host) : '';
}
