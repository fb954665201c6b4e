import type { Scheduler } from '@voordeur/contracts/http';

/** The address of the calendar's frame, with the parameters that make it send message events once it has loaded. */
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

/** Where the calendar's frame may come from. Cal.com's may answer from app.cal.com. */
export function schedulerOrigins({ provider, address }: Scheduler): string[] {
  const { origin, protocol, host } = new URL(address);
  return provider === 'cal' ? [origin, `${protocol}//app.${host}`] : [origin];
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
