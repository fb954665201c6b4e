import { site } from '../../config/site';
import { readStored, removeStored, storageKeys, store } from '../../config/storage';

/** Set on `<html>` before the first paint when the calendar may load by itself. */
const calendarAllowedClass = 'calendar-allowed';

export const calendarHost = new URL(site.scheduler.address).host;

/** Consent is for one host, so another scheduler needs it again. */
export function isCalendarAllowed(): boolean {
  return readStored(storageKeys.calendar) === calendarHost;
}

export function allowCalendar(): void {
  store(storageKeys.calendar, calendarHost);
}

export function forgetCalendar(): void {
  removeStored(storageKeys.calendar);
  document.documentElement.classList.remove(calendarAllowedClass);
}

/**
 * The script in the booking page's head. The prerendered calendar is closed, but visitors who have allowed it must
 * see it at its full height from the first paint.
 */
export function calendarConsentScript(): string {
  const value = JSON.stringify(calendarHost).replaceAll('<', '\\u003c');
  return `try{localStorage.getItem("${storageKeys.calendar}")===${value}&&document.documentElement.classList.add("${calendarAllowedClass}")}catch{}`;
}
