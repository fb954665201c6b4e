import { site } from './site';

/** The host that the booking calendar comes from: the visitor's consent is for it. */
export const calendarHost = () => new URL(site.scheduler.address).host;

/** The calendar can't be framed, so it has no popup; the booking page explains what to do. */
export const isCalendarLink = () => site.scheduler.provider === 'link';
