import { timingSafeEqual } from 'node:crypto';
import { type LinkPurpose, signLinkToken } from '@voordeur/contracts/jobs';

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[A-Za-z0-9_-]{43}$/;

/** The id in the token of a mail's link, or null where we did not sign this for this purpose. It does not expire. */
export function readLinkToken(secret: string, purpose: LinkPurpose, token: string): string | null {
  const [, id] = shape.exec(token) ?? [];
  if (id === undefined) return null;
  // Both are ASCII of one length, by the shape. The text is compared: base64url has two spellings of one signature.
  const signed = Buffer.from(signLinkToken(secret, purpose, id));
  return timingSafeEqual(signed, Buffer.from(token)) ? id : null;
}
