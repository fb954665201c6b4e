import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/** The keys of a subscription, as the browser gave them. */
export interface BrowserKeys {
  /** base64url, 65 bytes */
  p256dh: string;
  /** base64url, 16 bytes */
  auth: string;
}

/** The pair that signs our pushes (VAPID). */
export interface PushSigner {
  /** 65 bytes, an uncompressed point of P-256. */
  publicKey: Buffer;
  privateKey: KeyObject;
}

const curve = 'prime256v1';
const recordBytes = 4_096;
/** Ends the only record (RFC 8188). */
const lastRecord = Buffer.from([2]);
/** RFC 8292 allows a day; push services' clocks may differ from ours. */
const signedForSeconds = 12 * 3_600;

/**
 * The body of a push: the message, encrypted so that only the browser can read it (RFC 8291, aes128gcm). Throws if the
 * browser's key isn't a point of the curve. `ours` and `salt` are new for each message, and given by tests alone.
 */
export function encryptPush(
  message: string,
  { p256dh, auth }: BrowserKeys,
  ours: ECDH = newPair(),
  salt: Buffer = randomBytes(16),
): Buffer {
  const theirPublicKey = Buffer.from(p256dh, 'base64url');
  const ourPublicKey = ours.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirPublicKey, ourPublicKey]);
  const shared = ours.computeSecret(theirPublicKey);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), keyInfo, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const encrypted = [cipher.update(message, 'utf8'), cipher.update(lastRecord), cipher.final()];
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordBytes);
  header.writeUInt8(ourPublicKey.length, 4);
  return Buffer.concat([salt, header, ourPublicKey, ...encrypted, cipher.getAuthTag()]);
}

function newPair(): ECDH {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair;
}

function derive(secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}

/**
 * The `Authorization` of a push (RFC 8292): it tells the push service that this comes from the site that the browser
 * subscribed to, and `contact` whom to ask about it.
 */
export function authorizePush(
  endpoint: string,
  { publicKey, privateKey }: PushSigner,
  contact: string,
  now = new Date(),
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1_000) + signedForSeconds,
    sub: contact,
  };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encode).join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** A new pair for VAPID; the private key is the 32 bytes that `signerOf` takes. */
export function newPushKey(): { publicKey: Buffer; privateKey: Buffer } {
  const pair = newPair();
  // Node drops the zeros in front.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey: pair.getPublicKey(), privateKey };
}

/** The signer of a pair of `newPushKey`. */
export function signerOf(publicKey: Buffer, privateKey: Buffer): PushSigner {
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const key = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: privateKey.toString('base64url') };
  return { publicKey, privateKey: createPrivateKey({ key, format: 'jwk' }) };
}
