import { textLimits } from '@voordeur/contracts/http';

/**
 * Where the page to unsubscribe stands for the query of a mail's link, always on this site: in Dutch for
 * `language=NL`. What is no token of ours is not passed on, and the page says that its key is missing.
 */
export function unsubscribePage({ token, language }: Record<string, unknown>): string {
  const page = language === 'NL' ? '/afmelden' : '/unsubscribe';
  if (typeof token !== 'string' || token === '' || token.length > textLimits.email) return page;
  return `${page}?token=${encodeURIComponent(token)}`;
}
