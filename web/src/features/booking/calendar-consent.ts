import { site } from '../../config/site';
import { readStored, removeStored, storageKeys, store } from '../../config/storage';

/** Of `<html>`, before the first paint, where the calendar may load by itself. */
const calendarAllowedClass = 'calendar-allowed';

const host = new URL(site.scheduler.address).host;

/** Consent is for one host: another scheduler has to be allowed again. */
export function isCalendarAllowed(): boolean {
  return readStored(storageKeys.calendar) === host;
}

export function allowCalendar(): void {
  store(storageKeys.calendar, host);
}

export function forgetCalendar(): void {
  removeStored(storageKeys.calendar);
  document.documentElement.classList.remove(calendarAllowedClass);
}

/**
 * The script in the head of the booking page. The prerendered calendar is closed; a visitor who has allowed it must
 * see it at its full height from the first paint on.
 */
export function calendarConsentScript(): string {
  const value = JSON.stringify(host).replaceAll('<', '\\u003c');
  return `try{localStorage.getItem("${storageKeys.calendar}")===${value}&&document.documentElement.classList.add("${calendarAllowedClass}")}catch{}`;
}
