/** Visitors' texts, with those of an open video apart; the owner's texts, with those of some screens apart. */
export const textsParts = ['site', 'video', 'admin', 'analytics', 'people', 'texts', 'access'] as const;
export type TextsPart = (typeof textsParts)[number];

/** The part that each of those screens needs besides the admin's own. */
export const partsOfScreens: Readonly<Record<string, TextsPart | undefined>> = {
  analytics: 'analytics',
  leads: 'people',
  lead: 'people',
  subscribers: 'people',
  translations: 'texts',
  security: 'access',
  shared: 'access',
};

/**
 * The part that a text belongs to; null for texts of mails. Texts in a page's head are needed before its screen is
 * there.
 */
export function partOf(key: string): TextsPart | null {
  if (/^(video|intro|learn\.gate)\./.test(key)) return 'video';
  if (key.startsWith('mail.')) return null;
  if (!key.startsWith('admin.')) return 'site';
  if (/\.page(Title|Description)$/.test(key)) return 'admin';
  if (key.startsWith('admin.analytics.')) return 'analytics';
  if (/^admin\.(edits|inPlace|translations)\./.test(key)) return 'texts';
  if (/^admin\.(access|shared)\./.test(key)) return 'access';
  // The admin's home shows waiting leads too.
  if (/^admin\.leads\.(answer(Due|Soon|Late)|days|hours|minutes)$/.test(key)) return 'admin';
  return /^admin\.(leads?|reply|timeline|person|bookings|subscribers)\./.test(key) ? 'people' : 'admin';
}
