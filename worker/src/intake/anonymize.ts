import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpPrivacy = 'truncate' | 'full';

const networkBytes = { ipv4: 3, ipv6: 6 };

/**
 * A visitor's hash: the same all day for one address and user agent, and different the next day, because the day's
 * salt is thrown away. 16 bytes: among a million visitors a day, the chance of two colliding is one in 10^26.
 */
export function hashVisitor(client: { address: string; userAgent: string }, daySalt: Buffer): Buffer {
  const hash = createHmac('sha256', daySalt).update(`${client.address}\n${client.userAgent}`).digest();
  return hash.subarray(0, 16);
}

/**
 * What a lead keeps of the visit that it came from. Nobody without the day's salt can find that visit by it, which the
 * visitor's own hash would give away.
 */
export function digestOfVisit(visitor: Buffer, daySalt: Buffer): Buffer {
  return createHmac('sha256', daySalt).update('lead\n').update(visitor).digest();
}

/** The address to store: whole, or its network (/24 for IPv4, /48 for IPv6). Null if it isn't an address. */
export function anonymizeAddress(address: string, privacy: IpPrivacy): string | null {
  // ipaddr.js also accepts "1", "0x7f.1" and "010.8.8.8" (as 8.8.8.8).
  if (isIP(address) === 0) return null;
  const parsed = ipaddr.process(address); // unwraps ::ffff:a.b.c.d
  if (privacy === 'full') return parsed.toString();
  return ipaddr.fromByteArray(parsed.toByteArray().fill(0, networkBytes[parsed.kind()])).toString();
}
