/**
 * The part of a page's address that we keep: the path as it was sent and of its query only the utm_* parameters,
 * untouched and in their order. The rest of a query may hold anything about a person; a fragment never leaves
 * the browser.
 */
export function keptPage(page: string): string {
  const fragmentStart = page.indexOf('#');
  const sent = fragmentStart === -1 ? page : page.slice(0, fragmentStart);
  const queryStart = sent.indexOf('?');
  if (queryStart === -1) return sent;
  const campaign = sent
    .slice(queryStart + 1)
    .split('&')
    .filter((parameter) => parameter.startsWith('utm_'));
  const path = sent.slice(0, queryStart);
  return campaign.length === 0 ? path : `${path}?${campaign.join('&')}`;
}

/**
 * The part of a referrer that we keep: of another site's page its address without query, which may hold what somebody
 * searched for; of our own pages (`ownHost`) what a visit keeps of them, so no link of a mail keeps its token.
 */
export function keptReferrer(referrer: string, ownHost: string): string {
  const sent = referrer.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
  const isOwn = URL.canParse(sent) && new URL(sent).host === ownHost;
  return isOwn ? keptPage(sent) : sent.replace(/[?#].*$/s, '');
}
