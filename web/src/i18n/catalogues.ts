/** Each language has two: what visitors read, and what the owner does. A page loads one. */
export const catalogueNames = ['site', 'admin'] as const;
export type CatalogueName = (typeof catalogueNames)[number];

/** Words of the site that the admin says too, because `ui` does. */
const shared = /^(bar\.home|(common|footer|form|load|notFound|promise|toast)\..+)$/;

/** Texts of mails, and of the pages that the api makes for visitors without JavaScript, are in neither. */
export function isInCatalogue(name: CatalogueName, key: string): boolean {
  if (/^(mail|meeting)\./.test(key)) return false;
  const isAdmins = key.startsWith('admin.');
  return name === 'site' ? !isAdmins : isAdmins || shared.test(key);
}
