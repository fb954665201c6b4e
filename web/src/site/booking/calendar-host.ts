import type { OtherScheduler, Scheduler } from '@voordeur/contracts/http';
import { calendarHost } from '../../config/calendar';
import { readStored, removeStored, storageKeys, store } from '../../config/storage';

/** The address of the calendar's frame, with the parameters that make it send message events once it has loaded. */
export function schedulerAddress({ provider, address }: OtherScheduler, ownHost: string): string {
  const url = new URL(address);
  if (provider === 'calendly') {
    url.searchParams.set('embed_domain', ownHost);
    url.searchParams.set('embed_type', 'Inline');
    url.searchParams.set('hide_gdpr_banner', '1');
  }
  if (provider === 'cal') {
    url.searchParams.set('embed', 'voordeur');
    url.searchParams.set('theme', 'dark');
  }
  return url.href;
}

/** Where the calendar's frame may come from. Cal.com's may answer from app.cal.com. */
export function schedulerOrigins(scheduler: Scheduler): string[] {
  if (scheduler.provider === 'own') return [];
  const { origin, protocol, host } = new URL(scheduler.address);
  return scheduler.provider === 'cal' ? [origin, `${protocol}//app.${host}`] : [origin];
}

/** Whether a message event comes from the calendar. */
export function isFromScheduler(origin: string, scheduler: Scheduler): boolean {
  return schedulerOrigins(scheduler).includes(origin);
}

/** Cal.com's frame stays invisible until the page around it acknowledges its first message. */
export function greetScheduler({ source, origin }: MessageEvent, { provider }: Scheduler): void {
  if (provider !== 'cal') return;
  source?.postMessage({ originator: 'CAL', method: 'parentKnowsIframeReady' }, { targetOrigin: origin });
}

/** Set on `<html>` before the first paint when the calendar may load by itself. */
const calendarAllowedClass = 'calendar-allowed';

/** Consent is for one host, so another scheduler needs it again. */
export function isCalendarAllowed(): boolean {
  return readStored(storageKeys.calendar) === calendarHost();
}

export function allowCalendar(): void {
  store(storageKeys.calendar, calendarHost());
}

export function forgetCalendar(): void {
  removeStored(storageKeys.calendar);
  document.documentElement.classList.remove(calendarAllowedClass);
}

/**
 * The script in the booking page's head. The prerendered calendar is closed, but visitors who have allowed it must
 * see it at its full height from the first paint. The host is an attribute of the script: its text has to be the same for
 * any, as the policy that nginx sends has the hash of it.
 */
export function calendarConsentScript(): string {
  return `try{localStorage.getItem("${storageKeys.calendar}")===document.currentScript.dataset.host&&document.documentElement.classList.add("${calendarAllowedClass}")}catch{}`;
}
