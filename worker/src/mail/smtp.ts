import { createTransport, type SMTPTransportOptions } from 'nodemailer';
import { checkedAddresses, systemLookup } from '../platform/checked-addresses.js';
import { isPublicAddress } from '../platform/public-address.js';
import type { MailSettings } from '../platform/mail-settings.js';

export type Smtp = ReturnType<typeof openSmtp>;

/** A connection for each mail: there are few, and an idle one would only grow stale. Nothing happens before the first. */
export function openSmtp(
  smtpUrl: string,
  more: Pick<SMTPTransportOptions, 'requireTLS' | 'tls' | 'host'> = {},
) {
  return createTransport({
    ...more,
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A mail is made of strings; a path or an address in one must never be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Likewise, at an address that was looked up and is allowed. Throws `AddressNotAllowed` for one that isn't. */
export async function openSmtpOf({
  smtpUrl,
  publicHostsOnly,
}: Pick<MailSettings, 'smtpUrl' | 'publicHostsOnly'>): Promise<Smtp> {
  if (!publicHostsOnly) return openSmtp(smtpUrl);
  const url = new URL(smtpUrl);
  const [first] = await checkedAddresses(url, isPublicAddress, systemLookup);
  const servername = url.hostname;
  // The name must not resolve to another one when we connect.
  if (first) url.hostname = first.family === 6 ? `[${first.address}]` : first.address;
  return openSmtp(url.href, { tls: { servername } });
}
