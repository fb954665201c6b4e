import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import {
  daysUntil,
  errorName,
  healthLimits,
  readServedCertificate,
  type ServedCertificate,
} from '@voordeur/server';
import { isPublicAddress } from '@voordeur/worker';
import { type CertificateStatus, readStatus } from '../local/certificate-status.js';
import { checkout, readLocalDir } from '../local/settings.js';
import { advice, broken, type Finding, ok, skipped } from './finding.js';
import type { Installation } from './installation.js';
import { resolveHost } from './resolve.js';

/** Whether the name of PUBLIC_URL leads here. */
export async function checkDns({ api, resolver }: Installation): Promise<Finding[]> {
  if (!api) return [skipped('its settings are not valid yet')];
  const { hostname } = new URL(api.publicUrl);
  const addresses = await resolveHost(resolver, hostname);
  if (addresses.length === 0) {
    const next = `add an A record (and AAAA, with IPv6) for ${hostname} where its domain is registered.`;
    return [broken(`${hostname}, the host of PUBLIC_URL, has no address, so nobody finds the site.`, next)];
  }
  const list = addresses.join(', ');
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((network) => network?.map(({ address }) => address)),
  );
  if (addresses.every((address) => own.has(address))) return [ok(`${hostname} is this machine (${list})`)];
  if (addresses.every((address) => !isPublicAddress(address)))
    return [ok(`${hostname} is in your own network (${list})`)];
  return [
    advice(
      `${hostname} is ${list}, which is no address of this machine.`,
      'nothing, if a router or a proxy passes visitors on from there; else change its DNS record.',
    ),
  ];
}

/** The certificate that visitors get, and where nginx has it from: a file of the owner's, or an authority. */
export async function checkTls(installation: Installation): Promise<Finding[]> {
  const { api, environment, kind } = installation;
  if (!api) return [skipped('its settings are not valid yet')];
  const file = environment['TLS_CERTIFICATE'];
  const { protocol, hostname } = new URL(api.publicUrl);
  if (!file && protocol !== 'https:') return [skipped('PUBLIC_URL has no https')];
  return [
    ...(file ? judgeFile(file, environment['TLS_CERTIFICATE_KEY'] ?? '', hostname, installation.now) : []),
    ...(environment['DOMAIN'] && !file ? judgeStatus(readStatus(kind, readLocalDir(environment))) : []),
    ...(protocol === 'https:' ? await judgeServed(new URL(api.publicUrl), installation) : []),
  ];
}

/** How the last attempt to get one went. */
function judgeStatus(status: CertificateStatus | null): Finding[] {
  if (!status)
    return [advice('No certificate was asked for yet.', 'make up; then this again a minute later.')];
  const { domain, at, failure } = status;
  if (failure === null) return [ok(`the certificate of ${domain} is renewed by itself`)];
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return [
    broken(
      `There was no certificate to be had at ${when}. certbot says:\n${failure}`,
      `is the DNS record of ${domain} (A, and AAAA with IPv6) this machine's public address, and its port 80 open to everyone? ` +
        'Then make up tries at once; else it is tried again by itself.',
    ),
  ];
}

function judgeFile(file: string, keyFile: string, host: string, now: Date): Finding[] {
  let certificate: X509Certificate;
  let belongs: boolean;
  try {
    certificate = new X509Certificate(readFileSync(resolve(checkout, file)));
    belongs = certificate.checkPrivateKey(createPrivateKey(readFileSync(resolve(checkout, keyFile))));
  } catch (error) {
    const what = `TLS_CERTIFICATE or TLS_CERTIFICATE_KEY cannot be read (${errorName(error)}).`;
    return [broken(what, 'name two PEM files that this user may read.')];
  }
  if (!belongs)
    return [
      broken(
        'TLS_CERTIFICATE_KEY is not the key of TLS_CERTIFICATE.',
        'name the two that were issued together.',
      ),
    ];
  const isFor = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  if (isFor === undefined)
    return [
      broken(`TLS_CERTIFICATE is not for ${host}.`, `get one that names ${host}, or change PUBLIC_URL.`),
    ];
  return [judgeDays('TLS_CERTIFICATE', new Date(certificate.validTo), now)];
}

async function judgeServed({ hostname, port }: URL, installation: Installation): Promise<Finding[]> {
  const { resolver, authorities, now } = installation;
  const [address] = await resolveHost(resolver, hostname);
  if (address === undefined) return [skipped(`${hostname} has no address`)];
  const server = { host: hostname, port: Number(port || 443), address, ...(authorities && { authorities }) };
  try {
    return [judgeCertificate(hostname, await readServedCertificate(server), now)];
  } catch (error) {
    const what = `https://${hostname} cannot be reached from this machine (${errorName(error)}).`;
    const next =
      'open it from another network; if it fails there too, open the port of TLS in the firewall and make status.';
    return [advice(what, next)];
  }
}

const reasons: Record<string, { what: string; next: string }> = {
  CERT_HAS_EXPIRED: {
    what: 'has expired',
    next: 'renew it, then make up, which tries to at once where DOMAIN is set.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: { what: 'is for another name', next: 'get one for this name.' },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    what: 'is signed by itself, so browsers refuse it',
    next: "set DOMAIN, and make up gets one of Let's Encrypt; if it's set, see why that failed.",
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    what: 'comes without the certificates between it and its authority',
    next: 'put the whole chain into TLS_CERTIFICATE (fullchain.pem).',
  },
};

/** Checks any server that speaks TLS; `name` is what visitors or deliveries call it. */
export function judgeCertificate(
  name: string,
  { refusedFor, expiresAt }: ServedCertificate,
  now: Date,
): Finding {
  if (refusedFor === null) return judgeDays(`the certificate of ${name}`, expiresAt, now);
  const { what, next } = reasons[refusedFor] ?? {
    what: `is refused (${refusedFor})`,
    next: `open https://${name} in a browser: its warning says more.`,
  };
  return broken(`The certificate of ${name} ${what}.`, next);
}

function judgeDays(what: string, expiresAt: Date, now: Date): Finding {
  const days = daysUntil(expiresAt, now);
  const subject = what.charAt(0).toUpperCase() + what.slice(1);
  if (days < 0) return broken(`${subject} has expired.`, 'renew it, then make up.');
  if (days < healthLimits.certificateDays)
    return advice(
      `${subject} expires in ${days} days.`,
      'renew it, and see why that did not happen by itself.',
    );
  return ok(`${what} is valid for ${days} days more`);
}
