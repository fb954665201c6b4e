import { makeValidator } from 'envalid';
import { type Mailbox, parseMailbox } from './mailbox.js';
import { readProduct } from './read-product.js';

/** What mails need to know; absent where SMTP_URL is not set, and then there are none. */
export interface MailSettings {
  smtpUrl: string;
  from: Mailbox;
  owner: Mailbox;
  /** JWT_SECRET, which the tokens of links are signed with. */
  linkSecret: string;
  publicUrl: string;
  timeZone: string;
  product: string;
}

export const smtpUrl = makeValidator((value) => {
  if (URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol)) return value;
  throw new Error('must be smtp://user:password@host:port, or smtps://…');
});

export const mailbox = makeValidator<Mailbox>((value) => {
  const parsed = parseMailbox(value);
  if (!parsed) throw new Error('must be one address, such as you@example.org or Name <you@example.org>');
  return parsed;
});

/** Of a setting that has no meaning without SMTP_URL. */
export const neededForMails = {
  default: undefined,
  desc: 'is needed where SMTP_URL is set',
  requiredWhen: (environment: Record<string, unknown>) => environment['SMTP_URL'] !== undefined,
};

interface MailEnvironment {
  SMTP_URL: string | undefined;
  MAIL_FROM: Mailbox | undefined;
  OWNER_EMAIL: Mailbox | undefined;
  JWT_SECRET: string | undefined;
  PUBLIC_URL: string;
  TIME_ZONE: string;
  SITE_CONFIG: string;
}

export function mailSettingsOf(environment: MailEnvironment): MailSettings | undefined {
  const { SMTP_URL, MAIL_FROM, OWNER_EMAIL, JWT_SECRET, PUBLIC_URL, TIME_ZONE, SITE_CONFIG } = environment;
  if (!SMTP_URL || !MAIL_FROM || !OWNER_EMAIL || !JWT_SECRET) return undefined;
  return {
    smtpUrl: SMTP_URL,
    from: MAIL_FROM,
    owner: OWNER_EMAIL,
    linkSecret: JWT_SECRET,
    publicUrl: PUBLIC_URL,
    timeZone: TIME_ZONE,
    product: readProduct(SITE_CONFIG),
  };
}
