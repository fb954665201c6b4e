import { localPath, textLanguages } from './languages.js';

/** The pages that figures are about, in every language. The site's list of pages has the same. */
export const pagePaths = /* @__PURE__ */ listPages();

/** Every page that visitors can open, those in `pagePaths` among them. The site's list of pages has the same. */
export const sitePaths = /* @__PURE__ */ listSite();

function inEachLanguage(path: string): string[] {
  return textLanguages.map((language) => localPath(language, path));
}

function listSite(): string[] {
  const others = ['/legal', '/privacy', '/logos', '/unsubscribe', '/confirm'].flatMap(inEachLanguage);
  return [...Object.values(listPages()).flat(), ...others, '/afmelden', '/nl/unsubscribe', '/shared'];
}

function listPages() {
  return {
    home: ['/', ...textLanguages.map((language) => `/${language}`)],
    learn: inEachLanguage('/learn'),
    booking: inEachLanguage('/booking'),
    guide: inEachLanguage('/aanmelding-prompt'),
  };
}

/**
 * The part of a page's address that may leave the browser: the path as it was sent and only the utm_* parameters of its
 * query. The rest of a query can contain personal data, and a fragment isn't part of the page.
 */
export function trimPage(page: string): string {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(page) ?? [];
  const campaign = query.split('&').filter((parameter) => /^utm_/i.test(parameter));
  return campaign.length === 0 ? path : `${path}?${campaign.join('&')}`;
}

/**
 * The same of a referrer: another site's URL without its query, which can contain a search; of our own pages (on
 * `ownHost`) the same as of a page, so the token of a link in a mail goes nowhere.
 */
export function trimReferrer(referrer: string, ownHost?: string): string {
  const sent = referrer.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
  return isOwnPage(sent, ownHost) ? trimPage(sent) : sent.replace(/[?#].*$/s, '');
}

/**
 * The part of a page's address that we store: the path, and the five known utm_* parameters in order, their names in
 * lower case. A part that contains an email address becomes `[address]`, because links in newsletters carry their
 * reader's.
 */
export function keptPage(page: string): string {
  const [path = '', query = ''] = trimPage(page).split(/\?(.*)/s, 2);
  const campaign = query.split('&').flatMap((parameter) => {
    const [, name, value = ''] =
      /^(utm_(?:source|medium|campaign|term|content))(=.*)?$/is.exec(parameter) ?? [];
    return name === undefined ? [] : [name.toLowerCase() + value.replace(/[^=].*/s, withoutAddress)];
  });
  const kept = path.split('/').map(withoutAddress).join('/');
  return campaign.length === 0 ? kept : `${kept}?${campaign.join('&')}`;
}

/** Whether a host is the site's own, with or without `www.`. */
export function isOwnHost(host: string, ownHost: string): boolean {
  return host.replace(/^www\./, '') === ownHost.replace(/^www\./, '');
}

function isOwnPage(url: string, ownHost: string | undefined): boolean {
  return ownHost !== undefined && URL.canParse(url) && isOwnHost(new URL(url).host, ownHost);
}

/**
 * The part of a referrer that we store: of our own pages (on `ownHost`) the same as of a page, of another site's URL that
 * contains an email address only its host.
 */
export function keptReferrer(referrer: string, ownHost?: string): string {
  const trimmed = trimReferrer(referrer, ownHost);
  if (isOwnPage(trimmed, ownHost)) return keptPage(trimmed);
  if (withoutAddress(trimmed) === trimmed) return trimmed;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i.exec(trimmed)?.[0] ?? '';
}

/** The text, or `[address]` if it contains an email address, plain or percent-encoded up to three times. */
export function withoutAddress(text: string): string {
  let plain = text;
  for (let encodings = 0; /[@%]/.test(plain) && encodings <= 3; encodings++) {
    if (/[^\s@/]@[^\s@/]+\.[^\s@/]/.test(plain)) return '[address]';
    plain = plain.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return text;
}
