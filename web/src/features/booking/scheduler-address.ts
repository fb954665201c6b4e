import type { Scheduler } from '@voordeur/contracts/http';

/** The address of the calendar's frame, with what makes it send us message events once it has loaded. */
export function schedulerAddress({ provider, address }: Scheduler, ownHost: string): string {
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

/** Whether a message event comes from the calendar. Cal.com's frame may answer from app.cal.com. */
export function isFromScheduler(origin: string, { provider, address }: Scheduler): boolean {
  const { origin: own, protocol, host } = new URL(address);
  if (origin === own) return true;
  return provider === 'cal' && origin === `${protocol}//app.${host}`;
}

/** Cal.com's frame stays invisible until the page around it acknowledges its first message. */
export function greetScheduler({ source, origin }: MessageEvent, { provider }: Scheduler): void {
  if (provider !== 'cal') return;
  source?.postMessage({ originator: 'CAL', method: 'parentKnowsIframeReady' }, { targetOrigin: origin });
}
