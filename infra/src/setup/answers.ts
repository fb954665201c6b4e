import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { browserEmail } from '@voordeur/contracts/http';
import { checkout } from '../local/settings.js';
import { availableLanguages } from './draft.js';

/*
 * What `make setup` makes of an answer: checks, which return a sentence about one that won't do; how it's stored; how it's
 * shown.
 */

const isHttps = (text: string) =>
  URL.canParse(text) && new URL(text).protocol === 'https:' && /^https:\/\/[^\s/]+(\/\S*)?$/.test(text);

export const email = (text: string) =>
  browserEmail.test(text) ? undefined : 'That is not an email address, such as you@example.org.';
export const https = (text: string) =>
  isHttps(text) ? undefined : 'It must be a whole https address, such as https://example.org/you.';
/** Of any country: no word of a sentence or an address, and a few digits. */
export const vat = (text: string) =>
  /^(?!.*[a-z]{5})(?=(.*\d){4})[a-z0-9 .-]{6,24}$/i.test(text)
    ? undefined
    : 'It must be a VAT number, such as NL123456789B01.';
export const ownerName = (text: string) =>
  /\p{L}/u.test(text) ? undefined : 'It must be a name; the number comes next.';
export const registration = (text: string) =>
  /\p{L}.*\d/u.test(text)
    ? undefined
    : 'It must be register and number, such as Chamber of Commerce 12345678.';
export const file = (text: string) =>
  existsSync(resolve(checkout, text)) ? undefined : 'There is no such file on this machine.';
export const oneOf =
  (...words: string[]) =>
  (text: string) =>
    words.includes(text) ? undefined : `It must be one of ${words.join(', ')}.`;
export const domain = (text: string) =>
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(text)
    ? undefined
    : 'It must be a bare name in lower case, such as example.org: no https:// and no path.';
export const phone = (text: string) =>
  /^\+?[0-9][0-9 ()-]{4,28}[0-9]$/.test(text)
    ? undefined
    : 'It must be a telephone number, such as +31 20 123 4567.';
/** RFC 6376, 3.1: labels of the domain name under which the key is found. */
export const selector = (text: string) =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)
    ? undefined
    : 'It must be a bare name, such as default or k1: no address.';
export function languageList(text: string): string | undefined {
  const available = availableLanguages();
  const codes = text.split(',').map((code) => code.trim());
  const unknown = codes.find((code) => !available.includes(code));
  if (unknown !== undefined)
    return `There is no language “${unknown}”: name some of ${available.join(', ')}, with a comma between.`;
  if (codes[0] !== 'en') return 'English comes first, such as en,nl: it fills in for what another lacks.';
  return new Set(codes).size < codes.length ? 'Each language is named once.' : undefined;
}

/** A mail server's password stays out of sight. */
export function withoutPassword(value: string): string {
  if (!URL.canParse(value)) return '***';
  const url = new URL(value);
  if (url.password !== '') url.password = '***';
  return url.href;
}
/** Anyone who knows the path of a webhook may post to it. */
export const withoutPath = (value: string) => (URL.canParse(value) ? `${new URL(value).origin}/***` : '***');

/** A name on Instagram is known better than its address. */
export function instagramUrl(typed: string): string {
  const [, name] = /^@?([\w.]{1,30})$/.exec(typed) ?? [];
  return name === undefined ? wholeAddress(typed) : `https://www.instagram.com/${name}`;
}

/** People leave `https://` out, as browsers do. */
export const wholeAddress = (typed: string): string =>
  /^([a-z0-9-]+\.)+[a-z]{2,}(\/|$)/i.test(typed) ? `https://${typed}` : typed;
