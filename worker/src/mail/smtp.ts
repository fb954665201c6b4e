import { createTransport, type SMTPTransportOptions } from 'nodemailer';

export type Smtp = ReturnType<typeof openSmtp>;

/** A connection for each mail: there are few, and an idle one would only grow stale. Nothing happens before the first. */
export function openSmtp(smtpUrl: string, more: Pick<SMTPTransportOptions, 'requireTLS' | 'tls'> = {}) {
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
