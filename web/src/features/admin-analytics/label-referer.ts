export type RefererLabel = 'direct' | 'internal' | 'external';

/** How a visitor came: with no referer, from a page of `ownHost` (host and port), or from elsewhere. */
export function labelReferer(referer: string, ownHost: string): RefererLabel {
  if (referer === 'Direct' || referer === '') return 'direct';
  return hostOf(referer) === ownHost ? 'internal' : 'external';
}

/** The host of a URL; the text itself when it isn't one. */
export function hostOf(referer: string): string {
  return URL.canParse(referer) ? new URL(referer).host : referer;
}
