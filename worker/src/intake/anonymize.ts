import { createHmac } from 'node:crypto';
import { canonicalAddress } from '@voordeur/server';
import ipaddr from 'ipaddr.js';

export type IpPrivacy = 'truncate' | 'full';

const networkBytes = { ipv4: 3, ipv6: 6 };

/**
 * A visitor's hash: the same all day for one address and user agent, and different the next day, because the day's
 * salt is thrown away. It doesn't depend on how the address is spelled; a text that isn't one counts as it is. 16 bytes:
 * among a million visitors a day, the chance of two colliding is one in 10^26.
 */
export function hashVisitor(client: { address: string; userAgent: string }, daySalt: Buffer): Buffer {
  const address = canonicalAddress(client.address) ?? client.address;
  const hash = createHmac('sha256', daySalt).update(`${address}\n${client.userAgent}`).digest();
  return hash.subarray(0, 16);
}

/**
 * A lead's link to the visit it came from. Without the day's salt it doesn't lead to that visit, as the visitor's own
 * hash would.
 */
export function digestOfVisit(visitor: Buffer, daySalt: Buffer): Buffer {
  return createHmac('sha256', daySalt).update('lead\n').update(visitor).digest();
}

/** The address to store: whole, or its network (/24 for IPv4, /48 for IPv6). Null if it isn't an address. */
export function anonymizeAddress(address: string, privacy: IpPrivacy): string | null {
  const canonical = canonicalAddress(address);
  if (canonical === null || privacy === 'full') return canonical;
  const parsed = ipaddr.parse(canonical);
  return ipaddr.fromByteArray(parsed.toByteArray().fill(0, networkBytes[parsed.kind()])).toString();
}
