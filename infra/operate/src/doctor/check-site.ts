import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import {
  daysUntil,
  errorName,
  healthLimits,
  readServedCertificate,
  type ServedCertificate,
} from '@voordeur/server';
import { isPublicAddress } from '@voordeur/worker';
import { inContainer } from '../local/running-stack.js';
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
  const networks = Object.values(networkInterfaces());
  const own = networks.flatMap((network) => network?.map(({ address }) => address));
  if (addresses.every((address) => own.includes(address)))
    return [ok(`${hostname} is this machine (${list})`)];
  if (!addresses.some(isPublicAddress)) return [ok(`${hostname} is in your own network (${list})`)];
  const next = 'nothing, if a router or a proxy passes visitors on from there; else change its DNS record.';
  return [advice(`${hostname} is ${list}, which is no address of this machine.`, next)];
}

/** The certificate that visitors get, and where nginx has it from: a file of the owner's, or an authority. */
export async function checkTls(installation: Installation): Promise<Finding[]> {
  const { api, environment, kind, now } = installation;
  if (!api) return [skipped('its settings are not valid yet')];
  const file = environment['TLS_CERTIFICATE'];
  const { protocol, hostname, port } = new URL(api.publicUrl);
  if (!file && protocol !== 'https:') return [skipped('PUBLIC_URL has no https')];
  return [
    ...(file ? [judgeFile(file, environment['TLS_CERTIFICATE_KEY'] ?? '', hostname, now)] : []),
    ...(environment['DOMAIN'] && !file ? [findRenewal(kind, readLocalDir(environment))] : []),
    ...(protocol === 'https:' ? [await judgeServed(hostname, Number(port || 443), installation)] : []),
  ];
}

/** How the last attempt to get one went, as infra/operate/docker/get-certificate.sh has written it. */
function findRenewal(kind: Installation['kind'], localDir: string): Finding {
  const [program = '', ...args] =
    kind === 'local'
      ? ['cat', join(localDir, 'certificates/status')]
      : [...inContainer, 'nginx', 'cat', '/srv/certificates/status'];
  const { stdout } = spawnSync(program, args, { cwd: checkout, encoding: 'utf8' });
  const lines = stdout.split('\n');
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const [domain, at = '', result] = ['domain', 'at', 'result'].flatMap(valuesOf);
  if (!result) return advice('No certificate was asked for yet.', 'make up; then this again a minute later.');
  if (result !== 'failed') return ok(`the certificate of ${domain} is renewed by itself`);
  return broken(
    `There was no certificate to be had at ${at.slice(0, 16).replace('T', ' ')} UTC. certbot says:\n${valuesOf('words').join('\n')}`,
    `is the DNS record of ${domain} (A, and AAAA with IPv6) this machine's public address, and its port 80 open to everyone? ` +
      'Then make up tries at once; else it is tried again by itself.',
  );
}

function judgeFile(file: string, keyFile: string, host: string, now: Date): Finding {
  try {
    const certificate = new X509Certificate(readFileSync(resolve(checkout, file)));
    const key = createPrivateKey(readFileSync(resolve(checkout, keyFile)));
    const names = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
    let refusedFor = names === undefined ? 'ERR_TLS_CERT_ALTNAME_INVALID' : null;
    if (!certificate.checkPrivateKey(key)) refusedFor = 'OTHER_KEY';
    return judgeCertificate('TLS_CERTIFICATE', { refusedFor, expiresAt: new Date(certificate.validTo) }, now);
  } catch (error) {
    const what = `TLS_CERTIFICATE or TLS_CERTIFICATE_KEY cannot be read (${errorName(error)}).`;
    return broken(what, 'name two PEM files that this user may read.');
  }
}

async function judgeServed(host: string, port: number, installation: Installation): Promise<Finding> {
  const { resolver, authorities, now } = installation;
  const [address] = await resolveHost(resolver, host);
  if (address === undefined) return skipped(`${host} has no address`);
  try {
    const served = await readServedCertificate({ host, port, address, authorities });
    return judgeCertificate(`The certificate of ${host}`, served, now);
  } catch (error) {
    const what = `https://${host} cannot be reached from this machine (${errorName(error)}).`;
    const next =
      'open it from another network; if it fails there too, open the port of TLS in the firewall and make status.';
    return advice(what, next);
  }
}

const reasons: Record<string, { what: string; next: string }> = {
  CERT_HAS_EXPIRED: {
    what: 'has expired',
    next: 'renew it, then make up, which tries to at once where DOMAIN is set.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'is for another name',
    next: 'get one for the name in this address, or correct the address.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    what: 'is signed by itself, so browsers refuse it',
    next: "set DOMAIN, and make up gets one of Let's Encrypt; if it's set, see why that failed.",
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    what: 'comes without the certificates between it and its authority',
    next: 'put the whole chain into TLS_CERTIFICATE (fullchain.pem).',
  },
  OTHER_KEY: {
    what: 'has another key than TLS_CERTIFICATE_KEY',
    next: 'name the two that were issued together.',
  },
};

/** Judges a certificate that a server shows or a file holds. */
export function judgeCertificate(
  subject: string,
  { refusedFor, expiresAt }: ServedCertificate,
  now: Date,
): Finding {
  const days = daysUntil(expiresAt, now);
  const refusal = refusedFor ?? (days < 0 ? 'CERT_HAS_EXPIRED' : null);
  if (refusal !== null) {
    const { what, next } = reasons[refusal] ?? {
      what: `is refused (${refusal})`,
      next: 'open its address in a browser: the warning there says more.',
    };
    return broken(`${subject} ${what}.`, next);
  }
  if (days >= healthLimits.certificateDays) return ok(`${subject} is valid for ${days} days more`);
  return advice(
    `${subject} expires in ${days} days.`,
    'renew it, and see why that did not happen by itself.',
  );
}
