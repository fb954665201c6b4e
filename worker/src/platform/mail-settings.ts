import { readFileSync } from 'node:fs';
import type { SiteConfig, TextLanguage } from '@voordeur/contracts/http';
import { type Mailbox, parseMailbox, rule } from '@voordeur/server';

/** The part of site.config.json that mails and pushes need. The owner may have changed it since (`readCurrentSettings`). */
type SiteOfMails = Pick<SiteConfig, 'locked' | 'product' | 'daysOff' | 'mark'>;

/** Settings for sending mail; absent if SMTP_URL isn't set, in which case none is sent. */
export interface MailSettings extends SiteOfMails {
  smtpUrl: string;
  /** Refuses a server on a private address. */
  publicHostsOnly?: boolean;
  from: Mailbox;
  owner: Mailbox;
  /** JWT_SECRET, which signs the tokens in links. */
  linkSecret: string;
  publicUrl: string;
  timeZone: string;
  /** For mail that only concerns the owner; a notice is in its lead's language. */
  ownerLanguage: TextLanguage;
}

/** Settings of the weekly letter; set even without a mail server. */
export type LetterSettings = SiteOfMails & Pick<MailSettings, 'publicUrl' | 'ownerLanguage'>;

export const smtpUrl = rule('smtp://user:password@host:port, or smtps://…', (text) =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) ? text : undefined,
);

export const mailbox = rule(
  'one address, such as you@example.org or Name <you@example.org>',
  (text) => parseMailbox(text) ?? undefined,
);

/** For a setting that means nothing without SMTP_URL. */
export const neededForMails = {
  default: undefined,
  desc: 'is needed where SMTP_URL is set',
  requiredWhen: (environment: Record<string, unknown>) => environment['SMTP_URL'] !== undefined,
};

/**
 * Reads the part of site.config.json that mails, figures and pages need, which the api validates in full. Throws if the
 * product's name is missing.
 */
export function readSite(siteConfigFile: string): {
  ofMails: SiteOfMails;
  videoIds: string[];
  casesOfFile: Pick<SiteConfig, 'locked' | 'streets'>;
  answerTimeOfFile: Pick<SiteConfig, 'locked' | 'showsAnswerTime'>;
} {
  const {
    product,
    daysOff = [],
    locked = [],
    streets = [],
    showsAnswerTime = false,
    videos = [],
  } = JSON.parse(readFileSync(siteConfigFile, 'utf8')) as Partial<SiteConfig>;
  const videoIds = videos.map(({ id }) => id);
  if (typeof product === 'string' && product !== '')
    return {
      ofMails: { product, daysOff, locked },
      videoIds,
      casesOfFile: { locked, streets },
      answerTimeOfFile: { locked, showsAnswerTime },
    };
  throw new Error(`${siteConfigFile} has no product`);
}
