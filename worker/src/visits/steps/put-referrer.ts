import { keptReferrer } from '@voordeur/contracts/http';
import type { VisitStep } from '../visit-in-progress.js';

/** Hosts longer than DNS allows are nobody's (RFC 1035). */
const longestHost = 253;

/** The host that sent the visitor; none for a direct visit, our own pages, and what is no URL. */
export const putReferrer: VisitStep = (visit, { ownHost }) => {
  if (visit.referrer === undefined) return visit;
  visit.referrer = keptReferrer(visit.referrer, ownHost);
  const host = hostOf(visit.referrer);
  if (host !== ownHost) visit.referrerHost = host;
  return visit;
};

function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { host } = new URL(url);
  return host === '' || host.length > longestHost ? null : host;
}
