import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  documentPath,
  hasExampleText,
  type LaunchStep,
  launchSteps,
  legalDocuments,
  type SiteConfig,
  templateMark,
  templatesFile,
  textLanguages,
  type WebhookEndpoint,
} from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import type { Config } from '../platform/config.js';
import type { CurrentMail } from '../platform/current-mail.js';

interface Findings {
  /** The endpoints that have a URL. */
  webhooks: WebhookEndpoint[];
  /** Whether the admin key can be guessed. */
  isKeyGuessable: boolean;
  /** Documents that are still templates; null if unknown. */
  templates: string[] | null;
}

type Settings = Pick<Config, 'publicUrl'> & Pick<CurrentMail, 'sendsMail' | 'sender' | 'owner'>;

type Optional = 'person' | 'company' | 'streets' | 'quote' | 'price' | 'social' | 'channel';
type Site = Pick<SiteConfig, 'email' | 'scheduler' | 'documents' | Optional>;

/** Host names that RFC 2606 reserves for examples, including ours and those in .env.example. */
const exampleHost = /(^|\.)(example|example\.(com|net|org)|test|invalid|localhost)$/i;

/** The steps left before the site is ready for visitors. Never contains a setting's value. */
export function findOpenSteps(
  { publicUrl, sendsMail, sender, owner }: Settings,
  { email, scheduler, documents, ...content }: Site,
  { webhooks, templates, isKeyGuessable }: Findings,
): LaunchStep[] {
  const leadsReachOwner =
    sendsMail || webhooks.some((name) => !['unsubscribe', 'booking-visit'].includes(name));
  // An owner who gets leads by webhook only doesn't need mail.
  const needsMail = sendsMail || !leadsReachOwner;
  const url = new URL(publicUrl);
  const done: Record<LaunchStep, boolean> = {
    'admin-key': !isKeyGuessable,
    'legal-texts': templates !== null && !usedDocuments(documents).some((path) => templates.includes(path)),
    'lead-delivery': leadsReachOwner,
    sender: !needsMail || isOwn(sender),
    'owner-address': isOwn(email) && (!needsMail || isOwn(owner)),
    'example-content': !hasExampleText(content),
    calendar: scheduler.provider === 'own' || !isExampleCalendar(scheduler.address),
    'public-address': url.protocol === 'https:' && !exampleHost.test(url.hostname),
  };
  return launchSteps.filter((step) => !done[step]);
}

/** The paths of all legal documents, in every language. */
function usedDocuments(documents: SiteConfig['documents']): string[] {
  return legalDocuments.flatMap((name) =>
    textLanguages.map((language) => documentPath(documents[name], language)),
  );
}

/** Whether this is an email address, and not one at an example host. */
function isOwn(mailbox: string | undefined): boolean {
  const host = /@([^\s@>]+)>?\s*$/.exec(mailbox ?? '')?.[1];
  return host !== undefined && !exampleHost.test(host);
}

/** Our example, or an address at a host reserved for examples. */
function isExampleCalendar(address: string): boolean {
  return address.includes('voordeur-example') || exampleHost.test(new URL(address).hostname);
}

/**
 * The documents that are still drafts: those of the site's build, as it found them, and those that were uploaded or made.
 * Null without a build.
 */
export async function readTemplates(siteBuild: string, db: EntityManager): Promise<string[] | null> {
  const made: { path: string }[] = await db.query(
    `select path from media join media_parts on media_id = id
    where state = 'ready' and kind <> 'picture'
      and position($1::bytea in substring(data from greatest(octet_length(data) - 199, 1))) > 0`,
    [Buffer.from(templateMark)],
  );
  try {
    const built = JSON.parse(await readFile(join(siteBuild, templatesFile), 'utf8')) as string[];
    return [...built, ...made.map(({ path }) => path)];
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
}
