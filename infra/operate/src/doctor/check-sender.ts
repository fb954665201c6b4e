import type { Resolver } from 'node:dns/promises';
import { errorName } from '@voordeur/server';
import { advice, type Finding, ok, skipped } from './finding.js';
import type { Installation } from './installation.js';

/** Whether the sender's domain says who may send for it: SPF, DKIM and DMARC. Without them mails land in spam. */
export async function checkSender({ worker, environment, resolver }: Installation): Promise<Finding[]> {
  if (!worker) return [skipped('its settings are not valid yet')];
  if (!worker.mail) return [skipped('SMTP_URL is not set, so no mail is sent')];
  const domain = worker.mail.from.address.replace(/^.*@/, '').toLowerCase();
  const selector = environment['DKIM_SELECTOR'];
  try {
    return await Promise.all([
      judgeSpf(resolver, domain),
      judgeDmarc(resolver, domain),
      selector
        ? judgeDkim(resolver, domain, selector)
        : skipped('DKIM, because DKIM_SELECTOR is not set; your mail provider names it'),
    ]);
  } catch (error) {
    const what = `The name servers do not answer about ${domain} (${errorName(error)}).`;
    return [advice(what, 'run this again; if it stays, see /etc/resolv.conf.')];
  }
}

async function judgeSpf(resolver: Resolver, domain: string): Promise<Finding> {
  const [record, ...others] = await readTexts(resolver, domain, /^v=spf1(\s|$)/i);
  if (record === undefined) {
    const what = `${domain} has no SPF record, so receivers cannot tell your mail from anyone's.`;
    return advice(what, 'add the TXT record that your mail provider names; it begins with v=spf1.');
  }
  if (others.length > 0) {
    const what = `${domain} has ${others.length + 1} SPF records, and receivers ignore them all.`;
    return advice(what, 'make one of them.');
  }
  if (/\s\+?all(\s|$)/i.test(record))
    return advice(`The SPF record of ${domain} lets everyone send for it.`, 'end it with ~all or -all.');
  return ok(`SPF of ${domain}`);
}

/** A domain without a record of its own follows the one above it (RFC 7489). */
async function judgeDmarc(resolver: Resolver, domain: string): Promise<Finding> {
  const [, ...above] = domain.split('.').map((_, first, labels) => labels.slice(first).join('.'));
  for (const from of [domain, ...above.slice(0, -1)]) {
    const [record] = await readTexts(resolver, `_dmarc.${from}`, /^v=DMARC1\s*(;|$)/i);
    if (record === undefined) continue;
    if (!/;\s*p\s*=\s*none/i.test(record)) return ok(`DMARC of ${from}`);
    const what = `The DMARC record of ${from} asks for nothing (p=none), so anyone's mail in your name is let through.`;
    return advice(what, 'once its reports show only your own mail, set p=quarantine.');
  }
  const next = `add a TXT record at _dmarc.${domain}, such as v=DMARC1; p=none; rua=mailto:you@${domain}, and see its reports.`;
  return advice(`${domain} has no DMARC record.`, next);
}

async function judgeDkim(resolver: Resolver, domain: string, selector: string): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`;
  const [record] = await readTexts(resolver, name, /(^|;)\s*p=/i);
  if (record === undefined) {
    const next = 'add the record that your mail provider names, or correct DKIM_SELECTOR.';
    return advice(`There is no DKIM key at ${name}.`, next);
  }
  if (/(^|;)\s*p=\s*(;|$)/i.test(record)) {
    const next = 'add the key that your mail provider signs with now.';
    return advice(`The DKIM key at ${name} is revoked: its p= is empty.`, next);
  }
  return ok(`DKIM key ${selector} of ${domain}`);
}

/** The TXT records of a name that look like this; none if the name has none. Throws if no name server answers. */
async function readTexts(resolver: Resolver, name: string, looksLike: RegExp): Promise<string[]> {
  try {
    const records = await resolver.resolveTxt(name);
    // A record longer than 255 bytes travels in parts.
    return records.map((parts) => parts.join('')).filter((text) => looksLike.test(text));
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes(errorName(error))) return [];
    throw error;
  }
}
