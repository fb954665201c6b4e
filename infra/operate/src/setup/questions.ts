import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isExampleText } from '@voordeur/api';
import { browserEmail, type WebhookEndpoint } from '@voordeur/contracts/http';
import { checkout } from '../local/settings.js';
import { availableLanguages, type Draft, readSetting } from './draft.js';
import { type Field, fieldAt } from './fields.js';
import { mailUrl } from './mail-url.js';

/** One value of `.env` or `site.config.json`. */
export interface Question {
  setting: string;
  ask: string;
  /** Whether it's asked, after the answers before it. */
  when?: (draft: Draft) => boolean;
  /** Enter takes this where nothing is set. */
  suggest?: (draft: Draft) => string;
  /** Enter takes this in place of the current value, where earlier answers suggest better. */
  propose?: (draft: Draft) => string | undefined;
  /** The answer as it's stored. */
  store?: (answer: string) => string;
  /** A sentence about an answer that won't do. What the processes and the schema refuse is found by itself. */
  check?: (answer: string) => string | undefined;
}

export interface Subject {
  title: string;
  questions: Question[];
  /** Asks this first, and the questions only after a yes. */
  isWanted?: string;
  /** Tried out after its questions. */
  then?: 'calendar' | 'mail' | 'webhooks';
}

const languages = availableLanguages();
const must = (pattern: RegExp, be: string) => (text: string) =>
  pattern.test(text) ? undefined : `It must be ${be}.`;
const email = must(browserEmail, 'an email address, such as you@example.org');
const language = must(new RegExp(`^(${languages.join('|')})$`), `one of ${languages.join(', ')}`);
const bareName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const domain = must(bareName, 'a bare name in lower case, such as example.org: no https:// and no path');
// RFC 6376, 3.1: labels of the domain name under which the key is found.
const selector = must(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'a bare name, such as default or k1: no address');
// VAT numbers of every country: a few digits, and no words as in a sentence or an address.
const vat = must(/^(?!.*[a-z]{5})(?=(.*\d){4})[a-z0-9 .-]{6,24}$/i, 'a VAT number, such as NL123456789B01');
const file = (text: string) =>
  existsSync(resolve(checkout, text)) ? undefined : 'There is no such file on this machine.';
function languageList(text: string): string | undefined {
  const codes = text.split(',').map((code) => code.trim());
  const unknown = codes.find((code) => !languages.includes(code));
  if (unknown !== undefined)
    return `There is no language “${unknown}”: name some of ${languages.join(', ')}, with a comma between.`;
  if (codes[0] !== 'en') return 'English comes first, such as en,nl: it fills in for what another lacks.';
  return new Set(codes).size < codes.length ? 'Each language is named once.' : undefined;
}

/** Rules that the schema doesn't have, because they'd refuse existing sites, and answers that follow from others. */
const extras: Record<string, Partial<Question>> = {
  languages: { check: languageList },
  email: { check: email },
  'scheduler.provider': { propose: providerOf },
  'company.name': { check: must(/\p{L}/u, 'a name; the number comes next') },
  'company.number': {
    check: must(/\p{L}.*\d/u, 'register and number, such as Chamber of Commerce 12345678'),
  },
  'company.vat': { check: vat },
};

/** Guesses the calendar's provider by its address. Undefined keeps the one that is set: Cal.com also runs on other hosts. */
function providerOf(draft: Draft): string | undefined {
  const [, host = ''] = /^https:\/\/([^/:]+)/.exec(readSetting(draft, 'scheduler.address')) ?? [];
  if (/(^|\.)calendly\.com$/.test(host)) return 'calendly';
  if (/(^|\.)cal\.(com|eu)$/.test(host)) return 'cal';
  return readSetting(draft, 'scheduler.provider') === 'calendly' ? 'link' : undefined;
}

/** People leave `https://` out, as browsers do, and a name on Instagram is known better than its address. */
function linkOf(typed: string, network: string): string {
  const [, name] = /^@?([\w.]{1,30})$/.exec(typed) ?? [];
  if (network === 'Instagram' && name !== undefined) return `https://www.instagram.com/${name}`;
  return /^([a-z0-9-]+\.)+[a-z]{2,}(\/|$)/i.test(typed) ? `https://${typed}` : typed;
}

/** The questions about a field of the site, in the words of its schema: one, or one for each language. */
function ofSite(schema: Field, path: string): Question[] {
  const field = fieldAt(schema, path) ?? {};
  const some = path === 'languages' ? `; there are ${languages.join(', ')}` : '';
  const ask = `${field.title ?? path}${some}`;
  const rest = (asked: Field) => ({
    ...(asked.pattern?.startsWith('^https:') && { store: (text: string) => linkOf(text, asked.title ?? '') }),
    ...extras[path],
  });
  const [inLanguage] = Object.values(field.patternProperties ?? {});
  if (!inLanguage) return [{ setting: path, ask, ...rest(field) }];
  const nameOf = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  const speaks = (draft: Draft, code: string) => readSetting(draft, 'languages').split(',').includes(code);
  if (!inLanguage.properties)
    return languages.map((code) => ({
      setting: `${path}.${code}`,
      ask: `${ask}, in ${nameOf(code)}`,
      when: (draft) => speaks(draft, code),
      suggest: (draft) => (code === 'en' ? '' : readSetting(draft, `${path}.en`)),
      ...rest(inLanguage),
    }));
  // One link for all languages; another is asked where a language has one of its own.
  return Object.entries(inLanguage.properties).flatMap(([key, link]) =>
    languages.map((code) => ({
      setting: `${path}.${code}.${key}`,
      ask: `${link.title ?? key}${code === 'en' ? '' : `, for ${nameOf(code)}`}`,
      when: (draft) => {
        const kept = readSetting(draft, `${path}.${code}.${key}`);
        return code === 'en' || (speaks(draft, code) && kept !== '' && !isExampleText(kept));
      },
      ...rest(link),
    })),
  );
}

const isSet = (setting: string) => (draft: Draft) => readSetting(draft, setting) !== '';
const isUnset = (setting: string) => (draft: Draft) => readSetting(draft, setting) === '';
const valueOf = (setting: string) => (draft: Draft) => readSetting(draft, setting);
const of = (setting: string, ask: string, more: Partial<Question> = {}) => ({ setting, ask, ...more });

const hasDomain = { when: isSet('DOMAIN'), suggest: valueOf('email') };
const hasNone = { when: isUnset('DOMAIN') };
const address: Question[] = [
  of('DOMAIN', 'Domain name of the site, for which this machine gets a certificate', { check: domain }),
  of('ACME_EMAIL', 'Whom the certificate authority may write to', { ...hasDomain, check: email }),
  of('TLS_CERTIFICATE', 'A certificate of your own (PEM file)', { ...hasNone, check: file }),
  of('TLS_CERTIFICATE_KEY', 'Its key (file)', { when: isSet('TLS_CERTIFICATE'), check: file }),
  of('PUBLIC_URL', 'The address that visitors use, such as https://example.org', {
    when: (draft) => isUnset('DOMAIN')(draft) || isSet('PUBLIC_URL')(draft),
  }),
];

const when = isSet('SMTP_URL');
const server = 'Mail server, smtps://user:password@host:465 or smtp://user:password@host:587';
const sender = (draft: Draft) => `${readSetting(draft, 'product')} <${readSetting(draft, 'email')}>`;
const inWhich = `Language in which the site writes to you: ${languages.join(', ')}`;
const mail: Question[] = [
  of('SMTP_URL', `${server}, user and password as they are`, { store: mailUrl }),
  of('MAIL_FROM', 'Sender of mails', { when, suggest: sender }),
  of('OWNER_EMAIL', 'Where notices of leads go', { when, suggest: valueOf('email') }),
  of('OWNER_LANGUAGE', inWhich, { when, check: language, suggest: () => 'en' }),
  of('DKIM_SELECTOR', 'Name (selector) of your mail provider’s DKIM key, if you know it', {
    when,
    check: selector,
  }),
];

const endpoints = {
  setups: 'Inquiries for a custom setup',
  question: 'Questions',
  newsletter: 'Signups for the newsletter',
  'video-signup': 'Signups at the videos',
  'prompt-signup': 'Requests for the guide',
  unsubscribe: 'Unsubscribed addresses',
  'booking-visit': 'Visits to the booking page',
} as const satisfies Record<WebhookEndpoint, string>;
const posted: Question[] = Object.entries(endpoints).map(([endpoint, ask]) => {
  const setting = `WEBHOOK_${endpoint.toUpperCase().replaceAll('-', '_')}_URL`;
  // One receiver for all is usual; what isn't a lead isn't posted there unasked.
  const isLead = !['unsubscribe', 'booking-visit'].includes(endpoint);
  return of(setting, `${ask} (${endpoint})`, {
    suggest: (draft) => (isLead ? (urlsOf(draft)[0] ?? '') : ''),
  });
});
const urlsOf = (draft: Draft) => posted.map(({ setting }) => readSetting(draft, setting)).filter(Boolean);
/** Plainly this machine, or of a network of one's own. */
const privateHost = /^\[|^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^[^.]+$|\.(internal|local|lan)$/;
const isPrivate = (url: string) => URL.canParse(url) && privateHost.test(new URL(url).hostname);
const webhooks: Question[] = [
  ...posted,
  of('WEBHOOK_ALLOW_PRIVATE', 'It’s in your own network: may it be posted to (true or false)?', {
    check: must(/^(true|false)$/, 'true or false'),
    when: (draft) => urlsOf(draft).some(isPrivate),
    suggest: () => 'true',
  }),
];

/** Everything that `make setup` asks, in its order. */
export function subjectsOf(schema: Field): Subject[] {
  const site = (paths: string) => paths.split(' ').flatMap((path) => ofSite(schema, path));
  const links = 'Links, as whole addresses (of Instagram the name will do; none is needed)';
  const leads = 'Leads to another program, by webhook';
  const isWanted = 'Post them anywhere besides your mailbox?';
  const company = 'Company (in the footer of the site and in the legal documents)';
  const fields = 'company.name company.number company.vat company.address company.town';
  return [
    { title: 'Brand', questions: site('product languages') },
    { title: 'Owner', questions: site('person.name person.town email phone') },
    { title: links, questions: site('social channel') },
    { title: 'Address and TLS', questions: address },
    { title: 'Mail', then: 'mail', questions: mail },
    { title: 'Calendar', then: 'calendar', questions: site('scheduler.address scheduler.provider') },
    { title: leads, isWanted, then: 'webhooks', questions: webhooks },
    { title: company, questions: site(fields) },
  ];
}
