import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { errorName } from './describe-error.js';

export interface ServedCertificate {
  expiresAt: Date;
  /** Why a browser would refuse it (`CERT_HAS_EXPIRED`, `ERR_TLS_CERT_ALTNAME_INVALID`, …); null if it wouldn't. */
  refusedFor: string | null;
}

interface Server {
  /** The name that visitors use. */
  host: string;
  port: number;
  /** Where to connect to, if not to the address that the name resolves to. */
  address?: string;
  /** Authorities (PEM) to trust in place of those that Node brings. */
  authorities?: string[] | undefined;
}

/** The certificate that a server shows for its name. Throws an error with a `code` if there's no TLS within 5 seconds. */
export function readServedCertificate(server: Server): Promise<ServedCertificate> {
  // An IPv6 address is in brackets in a URL.
  const host = server.host.replace(/^\[|\]$/g, '');
  const { port, address = host, authorities } = server;
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: address,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      ...(authorities && { ca: authorities }),
      // A certificate that is refused is an answer here, not a failure.
      rejectUnauthorized: false,
      timeout: 5_000,
    });
    socket.once('secureConnect', () => {
      try {
        resolve(describeCertificate(socket));
      } catch (cause) {
        reject(new Error('the certificate cannot be read', { cause }));
      }
      socket.destroy();
    });
    socket.once('timeout', () => {
      socket.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
    });
    socket.once('error', reject);
  });
}

function describeCertificate(socket: TLSSocket): ServedCertificate {
  const { validTo } = new X509Certificate(socket.getPeerCertificate().raw);
  // Node types it as an Error, and gives the code of most faults as a text.
  const fault = socket.authorizationError as Error | string | null;
  return {
    expiresAt: new Date(validTo),
    refusedFor: typeof fault === 'string' ? fault : fault && errorName(fault),
  };
}
