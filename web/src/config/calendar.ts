import type { OtherScheduler } from '@voordeur/contracts/http';
import { site } from './site';

/** The host that the booking calendar comes from: the visitor's consent is for it. Empty for the site's own. */
export function calendarHost(): string {
  return site.scheduler.provider === 'own' ? '' : new URL(site.scheduler.address).host;
}

/** The calendar can't be framed, so it has no popup; the booking page explains what to do. */
export const isCalendarLink = () => site.scheduler.provider === 'link';

/** The calendar is a part of this site: nothing of another host, so it needs no consent. */
export const isOwnCalendar = () => site.scheduler.provider === 'own';

/** The calendar of another host. Throws where it's the site's own. */
export function framedCalendar(): OtherScheduler {
  if (site.scheduler.provider === 'own') throw new Error('the calendar of the site itself has no frame');
  return site.scheduler;
}
