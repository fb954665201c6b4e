import { once } from 'node:events';
import { connect } from 'node:net';
import { errorName, readServedCertificate } from '@voordeur/server';
import { isPublicAddress, openSmtp, readSmtpFailure } from '@voordeur/worker';
import { judgeCertificate } from './check-site.js';
import { advice, broken, type Finding, ok, skipped } from './finding.js';
import type { Installation } from './installation.js';
import { resolveHost } from './resolve.js';

const smtpAdvice: Record<string, string> = {
  EAUTH: 'correct the user and the password in SMTP_URL; some providers want an app password.',
  EDNS: 'correct the host in SMTP_URL.',
  ESOCKET:
    'correct host and port in SMTP_URL (465 with smtps://, 587 with smtp://), or open the port in the firewall.',
  ETLS: 'ask the provider which host name its certificate is for, and put that into SMTP_URL.',
};

/** Whether the mail server takes our login. Sends nothing. */
export async function checkSmtp({ worker, authorities }: Installation): Promise<Finding[]> {
  if (!worker) return [skipped('its settings are not valid yet')];
  if (!worker.mail) return [skipped('SMTP_URL is not set, so no mail is sent')];
  const url = new URL(worker.mail.smtpUrl);
  const server = `The mail server (${url.host})`;
  const tryOut = async (encrypted: boolean) => {
    const smtp = openSmtp(url.href, {
      requireTLS: encrypted,
      ...(authorities && { tls: { ca: authorities } }),
    });
    try {
      await smtp.verify();
      return null;
    } catch (error) {
      return error;
    } finally {
      smtp.close();
    }
  };
  const encrypted = await tryOut(true);
  if (encrypted === null) return [ok(`${url.host} takes our login, encrypted`)];
  const bare = url.protocol === 'smtp:' ? await tryOut(false) : encrypted;
  if (bare === null) {
    const travels = url.password === '' ? 'every mail travels' : 'the password and every mail travel';
    const what = `${server} offers no STARTTLS, so ${travels} in the clear.`;
    return [advice(what, 'use smtps://, or another provider; a server on this very machine may stay so.')];
  }
  // A server without STARTTLS fails the encrypted try whatever the password is.
  const failure = codeOf(bare) === 'EAUTH' ? bare : encrypted;
  const code = codeOf(failure);
  const { reason } = readSmtpFailure(failure);
  const what = code === 'EAUTH' ? 'refuses our login' : 'cannot be used';
  return [broken(`${server} ${what} (${reason}).`, smtpAdvice[code] ?? smtpAdvice['ESOCKET'] ?? '')];
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Whether each configured endpoint could be delivered to. Nothing is posted. */
export async function checkWebhooks(installation: Installation): Promise<Finding[]> {
  const { worker } = installation;
  if (!worker) return [skipped('its settings are not valid yet')];
  if (worker.webhooks.urls.size === 0) return [skipped('no WEBHOOK_…_URL is set')];
  const { urls, allowPrivate } = worker.webhooks;
  return Promise.all(
    [...urls].map(([name, url]) => judgeEndpoint(name, new URL(url), allowPrivate, installation)),
  );
}

async function judgeEndpoint(
  name: string,
  { protocol, hostname, port }: URL,
  allowPrivate: boolean,
  { resolver, authorities, now }: Installation,
): Promise<Finding> {
  const subject = `The endpoint of ${name} (${hostname})`;
  const addresses = await resolveHost(resolver, hostname);
  const [address] = addresses;
  if (address === undefined) return broken(`${subject} has no address.`, 'correct its host in .env.');
  if (!allowPrivate && !addresses.every(isPublicAddress)) {
    const next = 'use its public address, or WEBHOOK_ALLOW_PRIVATE=true if the network is your own.';
    return broken(`${subject} is at ${addresses.join(', ')}, where nothing is delivered to.`, next);
  }
  const isEncrypted = protocol === 'https:';
  const at = Number(port || (isEncrypted ? 443 : 80));
  try {
    if (isEncrypted) {
      const server = { host: hostname, port: at, address, ...(authorities && { authorities }) };
      const certificate = judgeCertificate(hostname, await readServedCertificate(server), now);
      return certificate.level === 'ok' ? ok(`${name} answers at ${hostname}`) : certificate;
    }
    await openConnection(address, at);
    if (addresses.every(isLoopback)) return ok(`${name} answers on this machine`);
  } catch (error) {
    return broken(
      `${subject} does not answer (${errorName(error)}).`,
      'see whether it runs, and correct its address in .env.',
    );
  }
  return advice(
    `${subject} has no https, so leads travel in the clear.`,
    'give it a certificate, unless it is on this machine.',
  );
}

/** An address of this machine, where nobody can listen in. */
const isLoopback = (address: string) => /^(127\.|::1$)/.test(address);

async function openConnection(host: string, port: number): Promise<void> {
  const socket = connect({ host, port, timeout: 5_000 });
  socket.once('timeout', () => {
    socket.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
  });
  await once(socket, 'connect');
  socket.destroy();
}
