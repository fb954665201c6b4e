import {
  languages,
  leadKinds,
  securityEventKinds,
  storedFields,
  textLanguageOf,
  textLanguages,
} from '@voordeur/contracts/http';
import { visitorTexts } from '@voordeur/server';
import { describe, expect, it } from 'vitest';
import { testMailSettings as settings } from '../testing/mail-settings.js';
import { securityNotice } from './security-notice.js';
import { confirmMail, type MailContent } from './confirm-mail.js';
import { type LeadToShow, leadNotice } from './lead-notice.js';
import { en } from './texts/en.js';
import { nl } from './texts/nl.js';
import { unsubscribedMail } from './unsubscribed-mail.js';

const ids = {
  subscriberId: '0199a1b2-c3d4-4000-8000-000000000001',
  leadId: '0199a1b2-c3d4-7000-8000-000000000002',
};
const confirm = (language: string | null) =>
  confirmMail({ ...ids, language }, settings, visitorTexts(textLanguageOf(language)));
const lead: LeadToShow = {
  kind: 'question',
  signupKind: null,
  ...storedFields({
    email: 'you@example.org',
    phone: '+31 20 123',
    idea: 'One\nTwo',
    language: 'ENG',
    videoId: 'video-1',
    watchTime: 125,
  }),
  receivedAt: new Date('2026-07-10T22:30:00Z'),
  visitMatch: 'certain',
  referrer: 'https://search.example/?q=door',
  utmSource: null,
  utmCampaign: null,
  pages: ['/', '/learn'],
};
const notice = (given: Partial<LeadToShow> = {}) =>
  leadNotice({ ...lead, ...given }, settings, { canReply: true });

const event = {
  occurredAt: new Date('2026-07-10T22:30:00Z'),
  network: '203.0.113.0/24',
  browser: 'Firefox, Linux',
};

const all: [string, MailContent][] = [
  ...languages.map((language): [string, MailContent] => [`confirm ${language}`, confirm(language)]),
  ...languages.map((language): [string, MailContent] => [
    `unsubscribed ${language}`,
    unsubscribedMail({ ...ids, language }, settings, visitorTexts(textLanguageOf(language))),
  ]),
  ...languages.flatMap((language) =>
    leadKinds.map((kind): [string, MailContent] => [`${kind} ${language}`, notice({ kind, language })]),
  ),
  ...textLanguages.flatMap((ownerLanguage) =>
    securityEventKinds.map((kind): [string, MailContent] => [
      `${kind} ${ownerLanguage}`,
      securityNotice({ ...event, kind }, { ...settings, ownerLanguage }),
    ]),
  ),
];

const linksOf = ({ html, text }: MailContent) => [
  ...[...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url ?? ''),
  ...[...text.matchAll(/\S+\/\S*\?token\S*|\bhttps?:\S+/g)].map(([url]) => url),
];

describe.each(all)('%s', (_, mail) => {
  it('is whole in text and HTML, with no placeholder left', () => {
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part).not.toMatch(/undefined|null|NaN|\[object|\{\w*\}|\$\{/);
      expect(part).toContain('Voordeur');
    }
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.text).not.toMatch(/<\w|&\w+;/);
  });

  it('has whole addresses of this site as links, and loads nothing', () => {
    const links = linksOf(mail);
    expect(links.length).toBeGreaterThan(0);
    for (const url of links) expect(url).toMatch(/^https:\/\/site\.example\//);
    expect(mail.html).not.toMatch(/<(img|script|link|iframe|object|form)|url\(|@import|src=/i);
  });

  it('closes what it opens', () => {
    const open: string[] = [];
    for (const [, end, name = ''] of mail.html.matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
      if (['meta', 'br'].includes(name)) continue;
      if (end) expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});

it('writes and links in the language of the signup, English without one', () => {
  expect(confirm('NL').html).toContain('<html lang="nl">');
  expect(confirm('ENG').html).toContain('<html lang="en">');
  expect(confirm(null)).toEqual(confirm('ENG'));
  expect(confirm('NL').text).toContain('https://site.example/nl/bevestigen?token=');
  expect(confirm('NL').text).toContain('https://site.example/nl/afmelden?token=');
  expect(confirm('ENG').text).toContain('https://site.example/confirm?token=');
  expect(confirm('ENG').text).toContain('https://site.example/unsubscribe?token=');
});

it('says nothing in English in a Dutch mail', () => {
  const same = Object.entries(textsOf(nl)).filter(([key, text]) => text === textsOf(en)[key]);
  expect(same).toEqual([]);
});

/** Every text by its path, those with a value too. */
function textsOf(tree: object, path = ''): Record<string, string> {
  return Object.entries(tree).reduce<Record<string, string>>((all, [key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return { ...all, ...textsOf(value, `${path}.${key}`) };
    const text = typeof value === 'function' ? (value as (given: string) => string)('X') : value;
    return { ...all, [`${path}.${key}`]: String(text) };
  }, {});
}

it('reports what is known of an event, and nothing else', () => {
  const { text } = securityNotice({ ...event, kind: 'login' }, settings);
  expect(text).toContain(
    'When: 2026-07-11 00:30 (Europe/Amsterdam)\nNetwork: 203.0.113.0/24\nBrowser: Firefox, Linux\n',
  );
  const unknown = securityNotice({ ...event, kind: 'key-changed', network: null, browser: null }, settings);
  expect(unknown.text).not.toMatch(/Network|Browser/);
});

it('carries the headers of one click, by the lead, and the same token in its visible link', () => {
  const { headers, text, html } = confirm('ENG');
  const url = /^<(https:\/\/site\.example\/api\/unsubscribe\?token=(.+))>$/.exec(
    headers['List-Unsubscribe'] ?? '',
  );
  expect(url?.[2]).toMatch(new RegExp(`^${ids.leadId}\\.[\\w-]{43}$`));
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  for (const part of [text, html]) expect(part).toContain(`/unsubscribe?token=${url?.[2] ?? ''}`);
});

it('offers one click over https alone (RFC 8058)', () => {
  const { headers } = confirmMail(
    { ...ids, language: null },
    { ...settings, publicUrl: 'http://localhost:8080' },
    visitorTexts('en'),
  );
  expect(headers['List-Unsubscribe']).toContain('<http://localhost:8080/api/unsubscribe?token=');
  expect(headers).not.toHaveProperty('List-Unsubscribe-Post');
});

it('shows a lead as it is, in the zone of the site', () => {
  const { text } = notice();
  expect(text).toContain('Email: you@example.org\nPhone: +31 20 123\nVideo: video-1\nLanguage: English\n');
  expect(text).toContain('Watched (minutes:seconds): 2:05\nReceived: 2026-07-11 00:30 (Europe/Amsterdam)');
  expect(text).toContain('Message:\n> One\n> Two\n');
});

it('says when the answer is due, where a lead came from, and which pages it saw', () => {
  expect(notice().text).toContain(
    'Answer by: 2026-07-12 00:30 (Europe/Amsterdam)\nCame from: search.example\nPages that day: /, /learn\n',
  );
  expect(notice({ utmSource: 'letter', utmCampaign: 'june' }).text).toContain('Came from: letter / june\n');
  expect(notice({ referrer: null }).text).toContain('Came from: Directly\n');
  const { text } = notice({ kind: 'newsletter', visitMatch: 'ambiguous', pages: [] });
  expect(text).not.toMatch(/Answer by|Came from|Pages/);
});

it('leaves out what a lead has not', () => {
  const { text, html } = leadNotice(
    { ...lead, email: null, idea: null, language: null, videoId: null, watchTime: null },
    settings,
    { canReply: false },
  );
  for (const part of [text, html]) expect(part).not.toMatch(/Email|Message|Video|Watched|Language|Reply/);
});

it('makes markup of a visitor into text', () => {
  const typed = `<script>alert("1")</script> & </div> <img src=x onerror='a'>`;
  const { html } = notice({ idea: typed, phone: typed });
  expect(html).not.toMatch(/<script|<img/);
  const escaped =
    '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;/div&gt; &lt;img src=x onerror=&#39;a&#39;&gt;';
  expect(html.split(escaped)).toHaveLength(3);
});

it.each(['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
  'keeps %j of a visitor from passing for a part of the mail',
  (end) => {
    const { text } = notice({
      phone: `1${end}Email: other@example.org`,
      idea: `a${end}Email: other@example.org`,
    });
    const lines = text.split(/[\n\r\u2028\u2029\u0085\v\f]/);
    expect(lines.filter((line) => line.startsWith('Email:'))).toEqual(['Email: you@example.org']);
  },
);
