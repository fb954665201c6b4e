/**
 * Each language has one for visitors and one for the owner, of which a page loads one, and one that the site's own calendar
 * brings along.
 */
export const catalogueNames = ['site', 'admin', 'calendar'] as const;
export type CatalogueName = (typeof catalogueNames)[number];

/** Words of the site that the admin says too, because `ui` does. */
const shared = /^(bar\.home|(common|footer|form|load|notFound|promise|toast)\..+)$/;

/** Words of the calendar; the pages that the api makes for visitors without JavaScript say some of them too. */
const calendars = /^(calendar|meeting)\./;

/** Texts of mails are in none. */
export function isInCatalogue(name: CatalogueName, key: string): boolean {
  if (key.startsWith('mail.')) return false;
  if (name === 'calendar' || calendars.test(key)) return name === 'calendar' && calendars.test(key);
  const isAdmins = key.startsWith('admin.');
  return name === 'site' ? !isAdmins : isAdmins || shared.test(key);
}
