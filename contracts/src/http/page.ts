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
 * The part of a page's address that we store: the path as it was sent, and of its query the five utm_* parameters in
 * order, their names in lower case. The rest of a query can contain personal data, and a fragment isn't part of the page.
 * A part that contains an email address becomes `[address]`, because links in newsletters carry their reader's.
 */
export function keptPage(page: string): string {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(page) ?? [];
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

/**
 * The part of a referrer that we store: another site's URL without its query, which can contain what someone searched
 * for, and only its host if its path contains an email address; for our own pages (on `ownHost`) the same as for a visit,
 * so the token of a link in a mail is never stored.
 */
export function keptReferrer(referrer: string, ownHost?: string): string {
  const sent = referrer.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
  const isOwn = ownHost !== undefined && URL.canParse(sent) && isOwnHost(new URL(sent).host, ownHost);
  if (isOwn) return keptPage(sent);
  const page = sent.replace(/[?#].*$/s, '');
  if (withoutAddress(page) === page) return page;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i.exec(page)?.[0] ?? '';
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
