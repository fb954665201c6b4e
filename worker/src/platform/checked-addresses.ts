import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';

export type Lookup = (host: string) => Promise<LookupAddress[]>;

/** An endpoint's host resolves to an address that nothing may be sent to. */
export class AddressNotAllowed extends Error {
  readonly code = 'address-not-allowed';
}

/** The addresses of a URL's host. Throws `AddressNotAllowed` unless all of them are allowed. */
export async function checkedAddresses(
  url: URL,
  isAllowed: (address: string) => boolean,
  lookUp: Lookup,
): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/[[\]]/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await lookUp(host) : [{ address: host, family }];
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
    throw new AddressNotAllowed();
  }
  return addresses;
}

/** For `http.request`: only these addresses, so that the name can't resolve to another one when we connect. */
export function answerWith(addresses: LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

const lookups = new Map<string, Promise<LookupAddress[]>>();

/**
 * The system's resolver, asked once at a time per host, so that a name server that doesn't answer blocks one of Node's
 * four threads for these calls and not all of them, which would hold up the other endpoints.
 */
export const systemLookup: Lookup = (host) => {
  const running = lookups.get(host);
  if (running) return running;
  const started = lookup(host, { all: true }).finally(() => lookups.delete(host));
  lookups.set(host, started);
  return started;
};
