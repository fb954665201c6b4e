import { isExampleText } from '@voordeur/api';
import { type WebhookEndpoint, webhookEndpoints } from '@voordeur/contracts/http';
import {
  domain,
  email,
  file,
  https,
  instagramUrl,
  languageList,
  oneOf,
  ownerName,
  phone,
  registration,
  selector,
  vat,
  wholeAddress,
  withoutPassword,
  withoutPath,
} from './answers.js';
import { availableLanguages, type Draft, readSetting } from './draft.js';
import { mailUrl } from './mail-url.js';

/** One value of `.env` or `site.config.json`. Its flag is `flagOf(setting)`. */
export interface Question {
  setting: string;
  ask: string;
  /** The answer as it's stored. */
  store?: ((answer: string) => string) | undefined;
  /** A sentence about an answer that won't do. What the processes and the schema refuse is found by itself. */
  check?: (answer: string) => string | undefined;
  /** Asked with y or n, and stored as true or false. */
  isYesOrNo?: true;
  /** What Enter takes where nothing is set. */
  suggest?: (draft: Draft) => string;
  /** What Enter takes in place of what is set, where the answers before it tell better. */
  propose?: (draft: Draft) => string | undefined;
  /** Whether it's asked, after the answers before it. */
  when?: (draft: Draft) => boolean;
  /** The value as it may be shown, without its secret. */
  shown?: (value: string) => string;
}

export interface Section {
  title: string;
  questions: Question[];
  /** Asks this first, and the questions only after a yes. */
  isWanted?: string;
  /** What is tried out after its questions. */
  then?: 'calendar' | 'mail' | 'webhooks';
}

/** `--social-en-linkedin` of `social.en.linkedin`, `--smtp-url` of `SMTP_URL`. */
export const flagOf = (setting: string): string => setting.toLowerCase().replaceAll(/[._]/g, '-');

const isSet = (setting: string) => (draft: Draft) => readSetting(draft, setting) !== '';
const isUnset = (setting: string) => (draft: Draft) => readSetting(draft, setting) === '';
const speaks = (language: string) => (draft: Draft) =>
  readSetting(draft, 'languages').split(',').includes(language);

const nameOfLanguage = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;

/** English first, whose answer is proposed for the others. */
const perLanguage = (setting: string, ask: string, check?: Question['check']): Question[] =>
  availableLanguages().map((code) => ({
    setting: setting.replace('*', code),
    ask: `${ask}, in ${nameOfLanguage(code)}`,
    ...(check && { check }),
    when: speaks(code),
    suggest: (draft) => (code === 'en' ? '' : readSetting(draft, setting.replace('*', 'en'))),
  }));

/** One question for all languages; others are asked where a language has a link of its own. */
const linkOf = (network: string, name: string): Question[] =>
  availableLanguages().map((code) => {
    const setting = `social.${code}.${network}`;
    const isOwn = (draft: Draft) => isSet(setting)(draft) && !isExampleText(readSetting(draft, setting));
    return {
      setting,
      ask: code === 'en' ? name : `${name}, for ${nameOfLanguage(code)}`,
      store: network === 'instagram' ? instagramUrl : wholeAddress,
      check: https,
      ...(code !== 'en' && { when: (draft: Draft) => speaks(code)(draft) && isOwn(draft) }),
    };
  });

const leadEndpoints = {
  setups: 'Inquiries for a custom setup',
  question: 'Questions',
  newsletter: 'Signups for the newsletter',
  'video-signup': 'Signups at the videos',
  'prompt-signup': 'Requests for the guide',
  unsubscribe: 'Unsubscribed addresses',
  'booking-visit': 'Visits to the booking page',
} as const satisfies Record<WebhookEndpoint, string>;
const webhookSetting = (endpoint: string) => `WEBHOOK_${endpoint.toUpperCase().replaceAll('-', '_')}_URL`;
const urlsOf = (draft: Draft) =>
  webhookEndpoints.map((endpoint) => readSetting(draft, webhookSetting(endpoint)));

/** Whether its host is plainly this machine, or of a network of one's own. */
function isPrivate(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (
    /^(\[|localhost$|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(hostname) ||
    /^[^.]+$|\.(internal|local|lan)$/.test(hostname)
  );
}

/** Whose calendar its address tells it to be; undefined where it may be what is set, since Cal.com also runs elsewhere. */
function providerOf(draft: Draft): string | undefined {
  const address = readSetting(draft, 'scheduler.address');
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  if (/(^|\.)calendly\.com$/.test(host)) return 'calendly';
  if (/(^|\.)cal\.(com|eu)$/.test(host)) return 'cal';
  return readSetting(draft, 'scheduler.provider') === 'calendly' ? 'link' : undefined;
}

const networks = { instagram: 'Instagram', linkedin: 'LinkedIn', facebook: 'Facebook', youtube: 'YouTube' };

/** Everything that `make setup` asks, in its order. */
export const sections: Section[] = [
  {
    title: 'Brand',
    questions: [
      { setting: 'product', ask: 'Name of the business' },
      {
        setting: 'languages',
        ask: `Languages, by comma; there are ${availableLanguages().join(', ')}`,
        check: languageList,
      },
    ],
  },
  {
    title: 'Owner',
    questions: [
      { setting: 'person.name', ask: 'Your name' },
      ...perLanguage('person.town.*', 'Town you work from, on the site'),
      { setting: 'email', ask: 'Email address on the site', check: email },
      {
        setting: 'phone',
        ask: 'Phone number, for the legal texts and where the calendar doesn’t load',
        check: phone,
      },
    ],
  },
  {
    title: 'Links, as whole addresses (of Instagram the name will do; none is needed)',
    questions: [
      ...Object.entries(networks).flatMap(([network, name]) => linkOf(network, name)),
      {
        setting: 'channel',
        ask: 'Page for the button “Subscribe” under the videos, such as your channel’s',
        store: wholeAddress,
        check: https,
      },
    ],
  },
  {
    title: 'Address and TLS',
    questions: [
      {
        setting: 'DOMAIN',
        ask: 'Domain name of the site, for which this machine gets a certificate',
        check: domain,
      },
      {
        setting: 'ACME_EMAIL',
        ask: 'Whom the certificate authority may write to',
        check: email,
        when: isSet('DOMAIN'),
        suggest: (draft) => readSetting(draft, 'email'),
      },
      {
        setting: 'TLS_CERTIFICATE',
        ask: 'A certificate of your own (PEM file)',
        check: file,
        when: isUnset('DOMAIN'),
      },
      { setting: 'TLS_CERTIFICATE_KEY', ask: 'Its key (file)', check: file, when: isSet('TLS_CERTIFICATE') },
      {
        setting: 'PUBLIC_URL',
        ask: 'The address that visitors use, such as https://example.org',
        when: (draft) => isUnset('DOMAIN')(draft) || isSet('PUBLIC_URL')(draft),
      },
    ],
  },
  {
    title: 'Mail',
    then: 'mail',
    questions: [
      {
        setting: 'SMTP_URL',
        ask: 'Mail server, smtps://user:password@host:465 or smtp://user:password@host:587, user and password as they are',
        store: mailUrl,
        shown: withoutPassword,
      },
      {
        setting: 'MAIL_FROM',
        ask: 'Sender of mails',
        when: isSet('SMTP_URL'),
        suggest: (draft) => `${readSetting(draft, 'product')} <${readSetting(draft, 'email')}>`,
      },
      {
        setting: 'OWNER_EMAIL',
        ask: 'Where notices of leads go',
        when: isSet('SMTP_URL'),
        suggest: (draft) => readSetting(draft, 'email'),
      },
      {
        setting: 'OWNER_LANGUAGE',
        ask: `Language in which the site writes to you: ${availableLanguages().join(', ')}`,
        check: oneOf(...availableLanguages()),
        when: isSet('SMTP_URL'),
        suggest: () => 'en',
      },
      {
        setting: 'DKIM_SELECTOR',
        ask: 'Name (selector) of your mail provider’s DKIM key, if you know it',
        check: selector,
        when: isSet('SMTP_URL'),
      },
    ],
  },
  {
    title: 'Calendar',
    then: 'calendar',
    questions: [
      {
        setting: 'scheduler.address',
        ask: 'Page on which a call is booked',
        store: wholeAddress,
        check: https,
      },
      {
        setting: 'scheduler.provider',
        ask: 'Whose it is: calendly, cal (Cal.com) or link (any other)',
        propose: providerOf,
        check: oneOf('calendly', 'cal', 'link'),
      },
    ],
  },
  {
    title: 'Leads to another program, by webhook',
    isWanted: 'Post them anywhere beside your mailbox?',
    then: 'webhooks',
    questions: [
      ...webhookEndpoints.map((endpoint) => ({
        setting: webhookSetting(endpoint),
        ask: `${leadEndpoints[endpoint]} (${endpoint})`,
        shown: withoutPath,
        // One receiver for all is usual; what isn't a lead isn't posted there unasked.
        suggest: (draft: Draft) =>
          ['unsubscribe', 'booking-visit'].includes(endpoint)
            ? ''
            : (urlsOf(draft).find((url) => url !== '') ?? ''),
      })),
      {
        setting: 'WEBHOOK_ALLOW_PRIVATE',
        ask: 'It’s in your own network: may it be posted to?',
        isYesOrNo: true,
        check: oneOf('true', 'false'),
        when: (draft: Draft) => urlsOf(draft).some(isPrivate),
        suggest: () => 'true',
      },
    ],
  },
  {
    title: 'Company (in the footer of the site and in the legal documents)',
    questions: [
      {
        setting: 'company.name',
        ask: 'Name in the register of whose business it is, often your own',
        check: ownerName,
      },
      ...perLanguage(
        'company.number.*',
        'Registration number after its register, such as Chamber of Commerce 12345678',
        registration,
      ),
      { setting: 'company.vat', ask: 'VAT number, such as NL123456789B01, for the terms', check: vat },
      { setting: 'company.address', ask: 'Street and number' },
      ...perLanguage('company.town.*', 'Postcode and town'),
    ],
  },
];

/** All of them. */
export const questions = sections.flatMap((section) => section.questions);
