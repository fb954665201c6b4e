import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { longestAddress, publicAddress } from '../platform/geoip.js';
import { type Network, type NetworkTable, openNetworkTable } from './network-table.js';

/** The file that the build makes from npm's list of networks (write-networks.ts). */
export const bundledNetworks = (family: 4 | 6): string =>
  fileURLToPath(new URL(`../../dist/bots/ipv${family}.networks`, import.meta.url));

/** Says whose network an address is in: null for most, for private ones and for any other text. Never throws. */
export type FindNetwork = (address: string) => Network | null;

export function makeFindNetwork(ipv4: NetworkTable, ipv6: NetworkTable): FindNetwork {
  return (address) => {
    const number =
      readIpv4(address) ?? (address.length > longestAddress ? null : others.memo(address).number);
    if (number === null) return null;
    return typeof number === 'number' ? ipv4.find(number) : ipv6.find(number);
  };
}

/** Parsing IPv6 takes longer than the rest, and most page views aren't the first of their visitor. */
const others = new LRUCache<string, { number: number | bigint | null }>({
  max: 1_000,
  memoMethod: (address) => {
    const ip = publicAddress(address);
    if (ip === null) return { number: null };
    const bytes = Buffer.from(ip.toByteArray());
    return { number: bytes.length === 4 ? bytes.readUInt32BE() : bytes.readBigUInt64BE() };
  },
});

/** Opens the files that the build made; rejects if they're missing. */
export async function openBundledNetworks(): Promise<FindNetwork> {
  const open = (family: 4 | 6) => openNetworkTable(bundledNetworks(family), family);
  return makeFindNetwork(await open(4), await open(6));
}

const dot = 46;
const zero = 48;

/** Nearly every address is one of these, and a parser of all kinds takes ten times as long. */
function readIpv4(text: string): number | null {
  if (text.length > 15) return null;
  let [address, part, digits, dots] = [0, 0, 0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === dot) {
      if (digits === 0) return null;
      address = address * 256 + part;
      dots += 1;
      part = digits = 0;
    } else {
      // A part that starts with zero is octal to some readers, and no address to net.isIP.
      if (code < zero || code > zero + 9 || (digits > 0 && part === 0)) return null;
      part = part * 10 + code - zero;
      digits += 1;
      if (digits > 3 || part > 255) return null;
    }
  }
  return dots === 3 && digits > 0 ? address * 256 + part : null;
}
