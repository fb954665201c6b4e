/** What a visitor reads, what only the owner reads, and of that the many words of the figures' screen. */
export type TextsPart = 'site' | 'admin' | 'analytics';

/** The part that a text belongs to. What the head of a page says is asked for before its screen is there. */
export function partOf(key: string): TextsPart {
  if (!key.startsWith('admin.')) return 'site';
  return key.startsWith('admin.analytics.') && !/\.page(Title|Description)$/.test(key)
    ? 'analytics'
    : 'admin';
}
