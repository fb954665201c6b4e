import type { OtherScheduler } from '@voordeur/contracts/http';
import { site } from './site';

/** The host that the booking calendar comes from: the visitor's consent is for it. Empty for the site's own. */
export const calendarHost = () => (isOwnCalendar() ? '' : new URL(framedCalendar().address).host);

/** The calendar can't be framed, so it has no popup; the booking page explains what to do. */
export const isCalendarLink = () => site.scheduler.provider === 'link';

/** The calendar is a part of this site: nothing of another host, so it needs no consent. */
export const isOwnCalendar = () => site.scheduler.provider === 'own';

/** The calendar of another host, where the site's isn't its own. */
export const framedCalendar = () => site.scheduler as OtherScheduler;
