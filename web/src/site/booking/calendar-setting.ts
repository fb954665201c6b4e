import { site } from '../../config/site';

// Apart from calendar-host.ts, which the first load has no use for.

export const calendarHost = new URL(site.scheduler.address).host;

/** The calendar can't be framed, so it has no popup; the booking page explains what to do. */
export const isCalendarLink = site.scheduler.provider === 'link';
