import {
  type LaunchStep,
  launchSteps,
  type SiteConfig,
  type WebhookEndpoint,
} from '@voordeur/contracts/http';
import type { Config } from '../platform/config.js';

interface Found {
  /** The endpoints that have an address. */
  webhooks: WebhookEndpoint[];
  /** Documents that are still templates; null where nobody has looked. */
  templates: string[] | null;
}

type Settings = Pick<Config, 'publicUrl' | 'sendsMail' | 'mailFrom' | 'ownerEmail'>;

/** The names that RFC 2606 keeps for examples; ours and those of .env.example are among them. */
const exampleHost = /(^|\.)(example|example\.(com|net|org)|test|invalid|localhost)$/i;

/** What is left to do before the site is ready for visitors. Names steps, never a setting's value. */
export function findOpenSteps(
  { publicUrl, sendsMail, mailFrom, ownerEmail }: Settings,
  { email, scheduler }: Pick<SiteConfig, 'email' | 'scheduler'>,
  { webhooks, templates }: Found,
): LaunchStep[] {
  const leadsReachOwner =
    sendsMail || webhooks.some((name) => !['unsubscribe', 'booking-visit'].includes(name));
  // Who takes leads by webhook alone sends no mail.
  const needsMail = sendsMail || !leadsReachOwner;
  const url = new URL(publicUrl);
  const done: Record<LaunchStep, boolean> = {
    'legal-texts': templates?.length === 0,
    'lead-delivery': leadsReachOwner,
    sender: !needsMail || isOwn(mailFrom),
    'owner-address': isOwn(email) && (!needsMail || isOwn(ownerEmail)),
    calendar: !isExampleCalendar(scheduler.address),
    'public-address': url.protocol === 'https:' && !exampleHost.test(url.hostname),
  };
  return launchSteps.filter((step) => !done[step]);
}

/** Whether it is an address, of somebody rather than of an example. */
function isOwn(mailbox: string | undefined): boolean {
  const host = /@([^\s@>]+)>?\s*$/.exec(mailbox ?? '')?.[1];
  return host !== undefined && !exampleHost.test(host);
}

/** The example's own, or one at a host that is kept for examples. */
function isExampleCalendar(address: string): boolean {
  return address.includes('voordeur-example') || exampleHost.test(new URL(address).hostname);
}
