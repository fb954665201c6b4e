import ipaddr from 'ipaddr.js';

const keptBits = { ipv4: 24, ipv6: 48 } as const;

/** The address as it is stored: whole, or its network (/24, /48). Null for what is no address. */
export function keepAddress(address: string, privacy: 'truncate' | 'full'): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address); // unwraps ::ffff:a.b.c.d
  if (privacy === 'full') return parsed.toString();
  return parsed.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${keptBits.ipv4}`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${keptBits.ipv6}`).toString();
}
