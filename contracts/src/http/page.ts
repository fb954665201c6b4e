import { localPath, textLanguages } from './languages.js';

/** The pages that figures are about, in every language. The site's list of pages has the same. */
export const pagePaths = /* @__PURE__ */ listPages();

function listPages() {
  const inEachLanguage = (path: string) => textLanguages.map((language) => localPath(language, path));
  return {
    home: ['/', ...textLanguages.map((language) => `/${language}`)],
    learn: inEachLanguage('/learn'),
    booking: inEachLanguage('/booking'),
    guide: inEachLanguage('/aanmelding-prompt'),
  };
}

/**
 * The part of a page's address that we store: the path as it was sent and only the utm_* parameters of its query,
 * untouched and in order. The rest of a query can contain personal data, and a fragment isn't part of the page.
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
 * The part of a referrer that we store: another site's URL without its query, which can contain what someone searched
 * for; for our own pages (`ownHost`) the same as for a visit, so the token of a link in a mail is never stored.
 */
export function keptReferrer(referrer: string, ownHost: string): string {
  const sent = referrer.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
  const isOwn = URL.canParse(sent) && new URL(sent).host === ownHost;
  return isOwn ? keptPage(sent) : sent.replace(/[?#].*$/s, '');
}
