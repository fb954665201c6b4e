import { once } from 'node:events';
import { connect } from 'node:net';
import { errorName, readServedCertificate } from '@voordeur/server';
import { isPublicAddress, openSmtp, readSmtpFailure } from '@voordeur/worker';
import { judgeCertificate } from './check-site.js';
import { advice, broken, type Finding, ok, skipped } from './finding.js';
import type { Installation } from './installation.js';
import { resolveHost } from './resolve.js';

/** Whether the mail server takes our login. Sends nothing. */
export async function checkSmtp({ worker, authorities }: Installation): Promise<Finding[]> {
  if (!worker) return [skipped('its settings are not valid yet')];
  if (!worker.mail) return [skipped('SMTP_URL is not set, so no mail is sent')];
  const url = new URL(worker.mail.smtpUrl);
  const server = `The mail server (${url.host})`;
  const tryOut = async (encrypted: boolean) => {
    const tls = authorities && { tls: { ca: authorities } };
    const smtp = openSmtp(url.href, { requireTLS: encrypted, ...tls });
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
    const next = 'use smtps://, or another provider; a server on this very machine may stay so.';
    return [advice(`${server} offers no STARTTLS, so ${travels} in the clear.`, next)];
  }
  // A server without STARTTLS fails the encrypted try whatever the password is.
  if ((bare as { code?: string }).code === 'EAUTH') {
    const next = 'correct the user and the password in SMTP_URL; some providers want an app password.';
    return [broken(`${server} refuses our login (${readSmtpFailure(bare).reason}).`, next)];
  }
  const next = `correct its name and port in SMTP_URL by what your provider says (465 with smtps://, 587 with smtp://), or open the port in the firewall.`;
  return [broken(`${server} cannot be used (${readSmtpFailure(encrypted).reason}).`, next)];
}

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
  try {
    if (protocol === 'https:') {
      const server = { host: hostname, port: Number(port || 443), address };
      const served = await readServedCertificate({ ...server, authorities });
      return judgeCertificate(`The certificate of ${name}'s endpoint (${hostname})`, served, now);
    }
    await openConnection(address, Number(port || 80));
  } catch (error) {
    const what = `${subject} does not answer (${errorName(error)}).`;
    return broken(what, 'see whether it runs, and correct its address in .env.');
  }
  // Nobody can listen in on this machine.
  if (addresses.every((one) => /^(127\.|::1$)/.test(one))) return ok(`${name} answers on this machine`);
  const next = 'give it a certificate, unless it is on this machine.';
  return advice(`${subject} has no https, so leads travel in the clear.`, next);
}

async function openConnection(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(5_000) });
  } finally {
    socket.destroy();
  }
}
