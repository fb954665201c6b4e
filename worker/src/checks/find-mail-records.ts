import type { Resolver } from 'node:dns/promises';
import type { MailRecord, MailRecords } from '@voordeur/contracts/http';

/** The part of a resolver that is used here. */
export type Names = Pick<Resolver, 'resolveTxt'>;

const shownCharacters = 200;

/**
 * Under which DKIM keys are published, by the help pages of large providers: Google, Microsoft, Mailchimp and Mandrill,
 * Proton, Fastmail, Amazon, Zoho, TransIP, cPanel and Plesk.
 */
const usualSelectors = [
  ...['google', 'selector1', 'selector2', 'k1', 'k2', 'k3', 'protonmail', 'fm1', 'fm2', 'amazonses', 'zoho'],
  ...['transip-a', 'transip-b', 'default', 'dkim', 'mail', 's1', 's2', 'x'],
];

/** Looks up what tells other mail servers that a mail is really from this domain. Never throws. */
export async function findMailRecords(domain: string, names: Names): Promise<MailRecords> {
  const [spf, dmarc, dkim] = await Promise.all([
    find(names, domain, /^v=spf1( |$)/i),
    findDmarc(names, domain),
    findDkim(names, domain),
  ]);
  return { domain, spf, dkim, dmarc };
}

/** The record of the domain, or of one above it, which holds for those below (RFC 7489, 6.6.3). */
async function findDmarc(names: Names, domain: string): Promise<MailRecord> {
  const labels = domain.split('.');
  for (let first = 0; first + 2 <= labels.length; first += 1) {
    const found = await find(names, `_dmarc.${labels.slice(first).join('.')}`, /^v=DMARC1\s*(;|$)/);
    if (found.state !== 'missing') return found;
  }
  return missing;
}

async function findDkim(names: Names, domain: string): Promise<MailRecord> {
  const found = await Promise.all(
    // An empty key is a revoked one.
    usualSelectors.map((selector) => find(names, `${selector}._domainkey.${domain}`, /(^|;)\s*p=\s*[^\s;]/)),
  );
  return (
    found.find(({ state }) => state === 'found') ??
    (found.every(({ state }) => state === 'unknown') ? unknown : missing)
  );
}

const missing: MailRecord = { state: 'missing', text: null };
const unknown: MailRecord = { state: 'unknown', text: null };

async function find(names: Names, name: string, pattern: RegExp): Promise<MailRecord> {
  let texts: string[];
  try {
    texts = (await names.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['ENOTFOUND', 'ENODATA'].includes(code) ? missing : unknown;
  }
  const [text, ...more] = texts.filter((one) => pattern.test(one));
  if (text === undefined) return missing;
  if (more.length > 0) return { state: 'several', text: null };
  return { state: 'found', text: text.slice(0, shownCharacters).replaceAll('\0', '') };
}
