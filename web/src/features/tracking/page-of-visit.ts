/**
 * The page as a visit names it: the path with only the utm_* part of its query, as sent, without the fragment.
 * Other parameters may hold personal data, such as the address in `/unsubscribe?email=`.
 */
export function pageOfVisit(path: string, query: string): string {
  const campaign = query
    .replace(/^\?/, '')
    .split('&')
    .filter((parameter) => /^utm_[^=]/i.test(parameter))
    .join('&');
  return campaign === '' ? path : `${path}?${campaign}`;
}

/** A referrer as it may leave the browser: our own pages are cleaned as visits are, others are kept as they came. */
export function referrerOfVisit(referrer: string, ownOrigin: string): string {
  if (!URL.canParse(referrer)) return '';
  const url = new URL(referrer);
  return url.origin === ownOrigin ? url.origin + pageOfVisit(url.pathname, url.search) : referrer;
}
