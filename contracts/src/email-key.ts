import { domainToASCII, domainToUnicode } from 'node:url';
import { cleanEmail } from './http/email.js';

/**
 * A key shared by all spellings of one mailbox, and by nothing else: rows about a person are stored and found by it. A
 * text that isn't an address has a key too. The key of a key is itself.
 */
export function emailKey(text: string): string {
  const { local, domain } = split(mailableEmail(text));
  // By the rules of no language: a Turkish İ must not become the i of another mailbox, as it does in Postgres' lower().
  const key = (local.normalize('NFC').toLowerCase() + domain).normalize('NFC');
  return key === text ? key : emailKey(key);
}

/** An address as mail is sent to it: cleaned, its domain as DNS has it, its local part as it was typed. */
export function mailableEmail(text: string): string {
  const { local, domain } = split(cleanEmail(text));
  const folded = domain.normalize('NFKC').toLowerCase();
  // An ASCII domain stays unchanged: domainToASCII would make an IPv4 address of `@1`. It returns '' for invalid
  // domains.
  const ascii = /^@\p{ASCII}*$/u.test(folded)
    ? folded
    : `@${domainToASCII(folded.slice(1)) || folded.slice(1)}`;
  return domain === '' ? local : cleanEmail(local + ascii);
}

/** The spellings that texts written by others may contain: the key, and its domain in letters if that's another. */
export function emailSpellings(text: string): string[] {
  const key = emailKey(text);
  const { local, domain } = split(key);
  if (!/[@.]xn--/.test(domain)) return [key];
  return [key, `${local}@${domainToUnicode(domain.slice(1))}`];
}

/** For a job: the key, where it isn't just the address in lower case. An erasure finds the job by it, wherever it waits. */
export function keyForErasure(email: string): { emailKey?: string } {
  const key = emailKey(email);
  return key === email.toLowerCase() ? {} : { emailKey: key };
}

/** `domain` includes the `@`, and is empty without one. */
function split(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return at < 0 ? { local: address, domain: '' } : { local: address.slice(0, at), domain: address.slice(at) };
}
