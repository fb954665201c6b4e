import type { MessageKey } from '@voordeur/contracts/messages';

/** The screens that have an address of their own. The build tells nginx which those are (build/write-site.ts). */
export const screenPaths = {
  home: '/admin',
  analytics: '/admin/analytics',
  leads: '/admin/leads',
  calendar: '/admin/calendar',
  subscribers: '/admin/subscribers',
  deliveries: '/admin/deliveries',
  notifications: '/admin/notifications',
  translations: '/admin/translations',
  site: '/admin/site',
  setup: '/admin/setup',
  mail: '/admin/mail',
  sharing: '/admin/sharing',
  security: '/admin/security',
  /** Not the owner's: figures for anyone who has a link to them, in the admin's design. */
  shared: '/shared',
} as const;

/** The screens of each day come first: on a phone the others are reached by scrolling the row. */
export const menu: { to: string; name: MessageKey }[] = [
  { to: screenPaths.home, name: 'admin.nav.home' },
  { to: screenPaths.leads, name: 'admin.nav.leads' },
  { to: screenPaths.calendar, name: 'admin.nav.calendar' },
  { to: screenPaths.analytics, name: 'admin.nav.analytics' },
  { to: screenPaths.translations, name: 'admin.nav.translations' },
  { to: screenPaths.site, name: 'admin.nav.site' },
  { to: screenPaths.subscribers, name: 'admin.nav.subscribers' },
  { to: screenPaths.deliveries, name: 'admin.nav.deliveries' },
  { to: screenPaths.notifications, name: 'admin.nav.notifications' },
  { to: screenPaths.mail, name: 'admin.nav.mail' },
  { to: screenPaths.sharing, name: 'admin.nav.sharing' },
  { to: screenPaths.security, name: 'admin.nav.security' },
];

export type AdminScreen = keyof typeof screenPaths | 'lead' | 'not-found';

/** The title and the description of each. */
export const screenHeads: Record<AdminScreen, [title: MessageKey, description: MessageKey]> = {
  home: ['admin.login.pageTitle', 'admin.login.pageDescription'],
  analytics: ['admin.analytics.pageTitle', 'admin.analytics.pageDescription'],
  leads: ['admin.leads.pageTitle', 'admin.leads.pageDescription'],
  lead: ['admin.lead.pageTitle', 'admin.lead.pageDescription'],
  calendar: ['admin.calendar.pageTitle', 'admin.calendar.pageDescription'],
  subscribers: ['admin.subscribers.pageTitle', 'admin.subscribers.pageDescription'],
  deliveries: ['admin.deliveries.pageTitle', 'admin.deliveries.pageDescription'],
  notifications: ['admin.notifications.pageTitle', 'admin.notifications.pageDescription'],
  translations: ['admin.translations.pageTitle', 'admin.translations.pageDescription'],
  site: ['admin.yourSite.pageTitle', 'admin.yourSite.pageDescription'],
  setup: ['admin.setup.pageTitle', 'admin.setup.pageDescription'],
  mail: ['admin.mail.pageTitle', 'admin.mail.pageDescription'],
  sharing: ['admin.access.pageTitle', 'admin.access.pageDescription'],
  security: ['admin.security.pageTitle', 'admin.security.pageDescription'],
  shared: ['admin.shared.pageTitle', 'admin.shared.pageDescription'],
  'not-found': ['notFound.pageTitle', 'notFound.pageDescription'],
};

/** The screen that a path shows. nginx finds the same ones, so another case or a slash at the end is another path. */
export function screenOf(path: string): AdminScreen {
  const found = Object.entries(screenPaths).find(([, address]) => address === path);
  if (found) return found[0] as keyof typeof screenPaths;
  return /^\/admin\/leads\/[^/.]+$/.test(path) ? 'lead' : 'not-found';
}

/** Whether the admin's page is at a path, be it to say that there's no such screen. */
export function isAdminPath(path: string): boolean {
  return path === screenPaths.shared || /^\/admin(\/|$)/.test(path);
}
