import type { VisitStep } from '../visit-in-progress.js';

/** Long enough for any campaign's name, short enough for an index. */
const longestName = 150;

/** The utm_* parameters that the page was kept with. */
export const putCampaign: VisitStep = (visit) => {
  const queryStart = visit.page.indexOf('?');
  if (queryStart === -1) return visit;
  const query = new URLSearchParams(visit.page.slice(queryStart));
  visit.campaign = {
    source: nameOf(query.get('utm_source')),
    medium: nameOf(query.get('utm_medium')),
    campaign: nameOf(query.get('utm_campaign')),
  };
  return visit;
};

/** Escapes can decode to control characters (%00), which Postgres refuses and nobody reads. */
function nameOf(value: string | null): string | null {
  const clean = (value ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  return clean === '' ? null : Array.from(clean).slice(0, longestName).join('');
}
