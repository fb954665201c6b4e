import { createECDH, createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { makeAuthority } from '@voordeur/testing';
import { openPush } from './open-push.js';

interface ReceivedPush {
  headers: Record<string, string>;
  /** As its browser decrypts it. */
  message: unknown;
  /** By `performance.now()` */
  atMs: number;
}

/**
 * A push service of the test's own, with browsers: it accepts what a browser could read and what's signed for it by the key
 * that the browser subscribed with, and answers 403 to the rest. `contact` is the PUBLIC_URL of who pushes.
 */
export async function startPushService({ host = 'push.test', contact = 'https://site.example' } = {}) {
  const authority = makeAuthority();
  const browsers = new Map<string, ReturnType<typeof makeBrowser>>();
  const server = createServer(
    authority.issue('push', `${isIP(host) ? 'IP' : 'DNS'}:${host}`).pair,
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const browser = browsers.get(request.url ?? '');
        if (!browser) return response.writeHead(404).end();
        const headers = request.headers as Record<string, string>;
        browser.asked += 1;
        const status = browser.answers.shift() ?? 201;
        if (!isSigned(headers['authorization'] ?? '', browser.key(), { audience: origin(), contact }))
          return response.writeHead(403).end();
        if (status === 201) {
          const message: unknown = JSON.parse(openPush(Buffer.concat(chunks), browser.pair, browser.auth));
          browser.received.push({ headers, message, atMs: performance.now() });
        }
        return response.writeHead(status).end();
      });
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = () => `https://${host}:${(server.address() as AddressInfo).port}`;

  return {
    /** For `pushDestination`: the service's name leads to this machine, and its certificate is known. */
    how: {
      isAllowed: (address: string): boolean => address === '127.0.0.1',
      lookUp: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
      authorities: authority.authorities,
    },
    /** A browser that subscribed with the public key that `key` returns. */
    addBrowser(name: string, key: () => Buffer) {
      const browser = makeBrowser(key);
      browsers.set(`/${name}`, browser);
      return { ...browser.subscription, endpoint: `${origin()}/${name}`, browser };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      authority.remove();
    },
  };
}

function makeBrowser(key: () => Buffer) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = 'BTBZMqHH6r4Tts7J_aSIgg';
  return {
    ...{ pair, auth, key },
    subscription: { p256dh: pair.getPublicKey('base64url'), auth },
    received: [] as ReceivedPush[],
    /** Requests, refused ones too. */
    asked: 0,
    /** The statuses of the next answers; 201 after them. */
    answers: [] as number[],
  };
}

/** RFC 8292: a JWT for this origin, of at most a day, signed by the key that it names, which is the browser's. */
function isSigned(
  authorization: string,
  publicKey: Buffer,
  { audience, contact }: { audience: string; contact: string },
): boolean {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (key !== publicKey.toString('base64url')) return false;
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  const seconds = Number(exp) - Date.now() / 1_000;
  if (aud !== audience || seconds < 0 || seconds > 86_400 || sub !== contact) return false;
  const [x = '', y = ''] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  );
}
