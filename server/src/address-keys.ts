import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What a limit counts by, and its budget as a multiple of that of one address. */
export interface AddressKey {
  key: string;
  budget: number;
}

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const unknown: AddressKey[] = [{ key: 'unknown', budget: 1 }];

/**
 * What limits and the lockout count an address by. IPv4 counts whole, even if it's written as IPv6 (mapped, NAT64).
 * A customer of an IPv6 network has at least a /64 and often a /48, so IPv6 counts twice: by its /64, and with ten
 * times the budget by its /48. Texts that aren't addresses (`010.8.8.8`) share one key. nginx.conf makes the same keys.
 */
export function addressKeys(address: string): AddressKey[] {
  if (isIPv4(address)) return [{ key: address, budget: 1 }];
  if (isIP(address) === 0) return unknown;
  const ip = ipaddr.IPv6.parse(address);
  if (ip.isIPv4MappedAddress() || ip.match(nat64)) {
    return [{ key: ip.toByteArray().slice(12).join('.'), budget: 1 }];
  }
  const groups = (count: number) =>
    ip.parts
      .slice(0, count)
      .map((group) => group.toString(16))
      .join(':');
  return [
    { key: `${groups(4)}::/64`, budget: 1 },
    { key: `${groups(3)}::/48`, budget: 10 },
  ];
}
