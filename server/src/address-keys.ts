import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The key that a limit counts by, and its budget as a multiple of that of one address. */
export interface AddressKey {
  key: string;
  budget: number;
}

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const unknown: AddressKey[] = [{ key: 'unknown', budget: 1 }];

/**
 * An address in its one spelling: IPv4 even if it's written as IPv6 (mapped, NAT64), IPv6 as RFC 5952 has it and without
 * a zone. Null for a text that isn't an address (`010.8.8.8`, `8.8.8.8:80`).
 */
export function canonicalAddress(address: string): string | null {
  if (isIPv4(address)) return address;
  if (isIP(address) === 0) return null;
  const ip = ipaddr.IPv6.parse(address.replace(/%.*$/, ''));
  if (ip.isIPv4MappedAddress() || ip.match(nat64)) return ip.toByteArray().slice(12).join('.');
  return ip.toRFC5952String();
}

/**
 * The keys that limits and the lockout count an address by. IPv4 counts whole, even if it's written as IPv6 (mapped,
 * NAT64). A customer of an IPv6 network has at least a /64 and often a /48, so IPv6 counts twice: by its /64, and with
 * ten times the budget by its /48. Texts that aren't addresses (`010.8.8.8`) share one key. nginx.conf makes the same
 * keys.
 */
export function addressKeys(address: string): AddressKey[] {
  const canonical = canonicalAddress(address);
  if (canonical === null) return unknown;
  if (isIPv4(canonical)) return [{ key: canonical, budget: 1 }];
  const { parts } = ipaddr.IPv6.parse(canonical);
  const groups = (count: number) =>
    parts
      .slice(0, count)
      .map((group) => group.toString(16))
      .join(':');
  return [
    { key: `${groups(4)}::/64`, budget: 1 },
    { key: `${groups(3)}::/48`, budget: 10 },
  ];
}
