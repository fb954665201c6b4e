import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { browserEmail, isExampleText } from '@voordeur/contracts/http';
import { checkout } from '../local/settings.js';
import {
  availableLanguages,
  type Draft,
  envSettings,
  type Field,
  fieldAt,
  isOfEnv,
  type Question,
  readSetting,
} from './draft.js';

export interface Subject {
  title: string;
  questions: Question[];
  /** Asks this first, and the questions only after a yes. */
  isWanted?: string;
  /** Tried out after its questions. */
  then?: 'calendar' | 'mail' | 'webhooks';
}

const languages = availableLanguages();
const isSet = (setting: string) => (draft: Draft) => readSetting(draft, setting) !== '';
const isUnset = (setting: string) => (draft: Draft) => readSetting(draft, setting) === '';
/** Proposed where nothing is set. */
const orElse = (suggest: (draft: Draft) => string) => (draft: Draft, kept: string) => kept || suggest(draft);
const elseEmail = orElse((draft) => readSetting(draft, 'email'));
const must = (pattern: RegExp, be: string) => (text: string) =>
  pattern.test(text) ? undefined : `It must be ${be}.`;
const file = (text: string) =>
  existsSync(resolve(checkout, text)) ? undefined : 'There is no such file on this machine.';
const bareName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Rules that would refuse existing sites elsewhere, and answers that follow from others. */
const extras: Record<string, Partial<Question>> = {
  languages: { check: languageList },
  'scheduler.provider': { propose: providerOf },
  'company.name': { check: must(/\p{L}/u, 'a name; the number comes next') },
  'company.number': {
    check: must(/\p{L}.*\d/u, 'register and number, such as Chamber of Commerce 12345678'),
  },
  // VAT numbers of every country: a few digits, and no words as in a sentence or an address.
  'company.vat': {
    check: must(/^(?!.*[a-z]{5})(?=(.*\d){4})[a-z0-9 .-]{6,24}$/i, 'a VAT number, such as NL123456789B01'),
  },
  DOMAIN: {
    check: must(bareName, 'a bare name in lower case, such as example.org: no https:// and no path'),
  },
  ACME_EMAIL: {
    when: isSet('DOMAIN'),
    propose: elseEmail,
    check: must(browserEmail, 'an email address, such as you@example.org'),
  },
  TLS_CERTIFICATE: { when: isUnset('DOMAIN'), check: file },
  TLS_CERTIFICATE_KEY: { when: isSet('TLS_CERTIFICATE'), check: file },
  PUBLIC_URL: { when: (draft) => isUnset('DOMAIN')(draft) || isSet('PUBLIC_URL')(draft) },
  SMTP_URL: { store: mailUrl },
  MAIL_FROM: {
    propose: orElse((draft) => `${readSetting(draft, 'product')} <${readSetting(draft, 'email')}>`),
  },
  OWNER_EMAIL: { propose: elseEmail },
  OWNER_LANGUAGE: { propose: orElse(() => 'en') },
  DKIM_SELECTOR: {
    // RFC 6376, 3.1: labels of the domain name under which the key is found.
    check: must(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'a bare name, such as default or k1: no address'),
  },
  WEBHOOK_ALLOW_PRIVATE: {
    when: (draft) => urlsOf(draft).some(isPrivate),
    propose: orElse(() => 'true'),
  },
};

function languageList(text: string): string | undefined {
  const codes = text.split(',').map((code) => code.trim());
  const unknown = codes.find((code) => !languages.includes(code));
  if (unknown !== undefined)
    return `There is no language “${unknown}”: name some of ${languages.join(', ')}, with a comma between.`;
  if (codes[0] !== 'en') return 'English comes first, such as en,nl: it fills in for what another lacks.';
  return new Set(codes).size < codes.length ? 'Each language is named once.' : undefined;
}

/** Guesses the calendar's provider by its address, except that Cal.com also runs on other hosts. */
function providerOf(draft: Draft, kept: string): string {
  const [, host = ''] = /^https:\/\/([^/:]+)/.exec(readSetting(draft, 'scheduler.address')) ?? [];
  if (/(^|\.)calendly\.com$/.test(host)) return 'calendly';
  if (/(^|\.)cal\.(com|eu)$/.test(host)) return 'cal';
  return kept === 'calendly' ? 'link' : kept;
}

/**
 * A mail server's address whose user and password were typed as they are: what an address can't hold (an @, a /) is encoded.
 * Anything else comes back unchanged, and so does what is encoded already.
 */
export function mailUrl(typed: string): string {
  const encoded = (text: string) => (/%[0-9a-f]{2}/i.test(text) ? text : encodeURIComponent(text));
  // The password may hold an @ itself, so the last one ends it.
  return typed.replace(
    /^(smtps?:\/\/)([^:]*):(.*)@([^@]*)$/,
    (_, scheme: string, user: string, password: string, rest: string) =>
      `${scheme}${encoded(user)}:${encoded(password)}@${rest}`,
  );
}

/** People leave `https://` out, as browsers do, and a name on Instagram is known better than its address. */
function linkOf(typed: string, network: string): string {
  const [, name] = /^@?([\w.]{1,30})$/.exec(typed) ?? [];
  if (network === 'Instagram' && name !== undefined) return `https://www.instagram.com/${name}`;
  return /^([a-z0-9-]+\.)+[a-z]{2,}(\/|$)/i.test(typed) ? `https://${typed}` : typed;
}

const webhooks = envSettings.map(({ name }) => name).filter((name) => /^WEBHOOK_.*_URL$/.test(name));
const urlsOf = (draft: Draft) => webhooks.map((name) => readSetting(draft, name)).filter(Boolean);
/** Plainly this machine, or of a network of one's own. */
const privateHost = /^\[|^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^[^.]+$|\.(internal|local|lan)$/;
const isPrivate = (url: string) => URL.canParse(url) && privateHost.test(new URL(url).hostname);

const address = 'DOMAIN ACME_EMAIL TLS_CERTIFICATE TLS_CERTIFICATE_KEY PUBLIC_URL';
const mail = ['MAIL_FROM', 'OWNER_EMAIL', 'OWNER_LANGUAGE', 'DKIM_SELECTOR'];

/** The question about a setting of `.env`, in the first words of docs/settings.env about it. */
function ofEnv(setting: string): Question {
  const found = envSettings.find(({ name }) => name === setting);
  const [sentence = setting] = found?.meaning.split(/\.(?: |$)/) ?? [];
  const ask = found?.isExample ? `${sentence} (such as ${found.value})` : sentence;
  // One receiver for all is usual; what isn't a lead isn't posted there unasked.
  const isLead = webhooks.includes(setting) && !/UNSUBSCRIBE|BOOKING/.test(setting);
  return {
    ...{ setting, ask, ...extras[setting] },
    ...(mail.includes(setting) && { when: isSet('SMTP_URL') }),
    ...(isLead && { propose: orElse((draft) => urlsOf(draft)[0] ?? '') }),
  };
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
      ...(code !== 'en' && { propose: orElse((draft) => readSetting(draft, `${path}.en`)) }),
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

/** Everything that `make setup` asks, in its order. */
export function subjectsOf(schema: Field): Subject[] {
  const links = 'Links, as whole addresses (of Instagram the name will do; none is needed)';
  const leads = 'Leads to another program, by webhook';
  const company = 'Company (in the footer of the site and in the legal documents)';
  const questions = (settings: string) =>
    settings.split(' ').flatMap((setting) => (isOfEnv(setting) ? ofEnv(setting) : ofSite(schema, setting)));
  return [
    { title: 'Brand', questions: questions('product languages') },
    { title: 'Owner', questions: questions('person.name person.town email phone') },
    { title: links, questions: questions('social channel') },
    { title: 'Address and TLS', questions: questions(address) },
    { title: 'Mail', questions: questions(['SMTP_URL', ...mail].join(' ')), then: 'mail' },
    { title: 'Calendar', questions: questions('scheduler.address scheduler.provider'), then: 'calendar' },
    {
      ...{ title: leads, isWanted: 'Post them anywhere besides your mailbox?', then: 'webhooks' },
      questions: questions(`${webhooks.join(' ')} WEBHOOK_ALLOW_PRIVATE`),
    },
    {
      title: company,
      questions: questions('company.name company.number company.vat company.address company.town'),
    },
  ];
}
