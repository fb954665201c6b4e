import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Public addresses that only a cloud's own machines can reach: Azure's wire server. */
const metadataAddresses = new Set(['168.63.129.16']);

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address is on the public internet: not private, loopback, link-local (where clouds serve their metadata),
 * shared (100.64/10), multicast, reserved or for documentation, nor an IPv6 form of such an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const ip = ipaddr.parse(address);
  if (ip instanceof ipaddr.IPv4) return isPublicIpv4(ip);
  const inside = ipv4Inside(ip);
  if (inside) return isPublicIpv4(inside);
  // The range alone isn't enough: ::7f00:1 (IPv4-compatible, long deprecated) is "unicast" too.
  return ip.range() === 'unicast' && ip.match(globalUnicast);
}

function isPublicIpv4(ip: ipaddr.IPv4): boolean {
  return ip.range() === 'unicast' && !metadataAddresses.has(ip.toString());
}

/** Mapped (::ffff:), NAT64 (64:ff9b::/96, RFC 6052) and 6to4 (2002:, RFC 3056) lead to an IPv4 address. */
function ipv4Inside(ip: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = ip.toByteArray();
  if (ip.range() === 'ipv4Mapped' || ip.match(nat64)) return new ipaddr.IPv4(bytes.slice(12));
  return ip.range() === '6to4' ? new ipaddr.IPv4(bytes.slice(2, 6)) : null;
}
