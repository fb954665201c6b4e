import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const keptBytes = { ipv4: 3, ipv6: 6 };

/** The address as it is stored: whole, or its network (/24, /48). Null for what is no address. */
export function keepAddress(address: string, privacy: 'truncate' | 'full'): string | null {
  // ipaddr.js reads "1", "0x7f.1" and "010.8.8.8" (as 8.8.8.8) as addresses too.
  if (isIP(address) === 0) return null;
  const parsed = ipaddr.process(address); // unwraps ::ffff:a.b.c.d
  if (privacy === 'full') return parsed.toString();
  return ipaddr.fromByteArray(parsed.toByteArray().fill(0, keptBytes[parsed.kind()])).toString();
}
