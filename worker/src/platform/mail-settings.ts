import { readFileSync } from 'node:fs';
import { makeValidator } from 'envalid';
import { type Mailbox, parseMailbox } from './mailbox.js';

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
  /** Of what is written to the owner alone; a notice is in its lead's language. */
  ownerLanguage: 'ENG' | 'NL';
}

/** What the weekly letter is made of; there without a mail server too. */
export type LetterSettings = Pick<MailSettings, 'product' | 'publicUrl' | 'ownerLanguage'>;

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

interface LetterEnvironment {
  PUBLIC_URL: string;
  SITE_CONFIG: string;
  OWNER_LANGUAGE: 'en' | 'nl';
}

interface MailEnvironment extends LetterEnvironment {
  SMTP_URL: string | undefined;
  MAIL_FROM: Mailbox | undefined;
  OWNER_EMAIL: Mailbox | undefined;
  JWT_SECRET: string | undefined;
  TIME_ZONE: string;
}

export function letterSettingsOf(env: LetterEnvironment): LetterSettings {
  return {
    publicUrl: env.PUBLIC_URL,
    product: readProduct(env.SITE_CONFIG),
    ownerLanguage: env.OWNER_LANGUAGE === 'nl' ? 'NL' : 'ENG',
  };
}

export function mailSettingsOf(environment: MailEnvironment): MailSettings | undefined {
  const { SMTP_URL, MAIL_FROM, OWNER_EMAIL, JWT_SECRET, TIME_ZONE } = environment;
  if (!SMTP_URL || !MAIL_FROM || !OWNER_EMAIL || !JWT_SECRET) return undefined;
  return {
    smtpUrl: SMTP_URL,
    from: MAIL_FROM,
    owner: OWNER_EMAIL,
    linkSecret: JWT_SECRET,
    timeZone: TIME_ZONE,
    ...letterSettingsOf(environment),
  };
}

/** The product's name for mails, from site.config.json, which the api validates in full. Throws if it's missing. */
function readProduct(siteConfigFile: string): string {
  const { product } = JSON.parse(readFileSync(siteConfigFile, 'utf8')) as { product?: unknown };
  if (typeof product === 'string' && product !== '') return product;
  throw new Error(`${siteConfigFile} has no product`);
}
