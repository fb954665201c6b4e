import { lookup, type Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** The addresses of a host, the name servers' first, then those of this machine's own list; none if it has none. */
export async function resolveHost(resolver: Resolver, hostname: string): Promise<string[]> {
  // An IPv6 address stands in brackets in a URL.
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return [host];
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  return (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);
}
