import type { OtherScheduler, TextLanguage } from '@voordeur/contracts/http';
import { site } from './site';

/** The host that the booking calendar comes from: the visitor's consent is for it. Empty for the site's own. */
export function calendarHost(): string {
  return site.scheduler.provider === 'own' ? '' : new URL(site.scheduler.address).host;
}

/** The calendar can't be framed, so it has no popup; the booking page explains what to do. */
export const isCalendarLink = () => ['link', 'own'].includes(site.scheduler.provider);

/** The page on which a call is booked. */
export function calendarAddress(language: TextLanguage): string {
  return site.scheduler.provider === 'own'
    ? `/api/bookings/times?language=${language}`
    : site.scheduler.address;
}

/** The calendar of another host. */
export function framedCalendar(): OtherScheduler {
  if (site.scheduler.provider === 'own') throw new Error('the calendar of the site itself has no frame');
  return site.scheduler;
}
