import { BlockList, isIP, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Edge, startEdge } from '../helpers/start-nginx.js';

const runs = Number(process.env['FUZZ_RUNS'] ?? 300);
const trusted = new BlockList();
trusted.addSubnet('127.0.0.0', 8);
trusted.addSubnet('10.0.0.0', 8);
trusted.addSubnet('2001:db8:ffff::', 48, 'ipv6');

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({
    settings: { TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8 2001:db8:ffff::/48', RATE_LIMIT: 'off' },
  });
});
afterAll(() => edge.close());

const group = fc.integer({ min: 1, max: 0xffff }).map((number) => number.toString(16));
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });
const address = fc.oneof(
  fc.ipV4(),
  fc
    .tuple(fc.constantFrom('10', '127'), fc.nat(255), fc.nat(255))
    .map(([first, b, c]) => `${first}.${b}.${c}.1`),
  groups(8).map((all) => all.join(':')),
  groups(5).map((all) => `2001:db8:ffff:${all.join(':')}`),
);
/** Values that no proxy writes, but a stranger may. */
const noise = fc.oneof(
  fc.constantFrom(
    'unknown',
    '-',
    '_hidden',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '0x7f.1',
    'for=1.2.3.4',
    '::g',
  ),
  fc.stringMatching(/^[!-+\--~]{1,20}$/),
);
const hop = fc.oneof({ weight: 5, arbitrary: address }, { weight: 1, arbitrary: noise });
const between = fc.constantFrom(',', ', ', ' ,', ',,', '  ,  ');

/** A hop as nginx reads it: leading zeros are ignored. Undefined if it's not an address. */
function readHop(hop: string): string | undefined {
  const [, ...bytes] = /^0*(\d{1,3})\.0*(\d{1,3})\.0*(\d{1,3})\.0*(\d{1,3})$/.exec(hop) ?? [];
  const text = bytes.length === 4 ? bytes.map(Number).join('.') : hop;
  return isIP(text) === 0 ? undefined : text;
}

/** From the right, past the proxies that are trusted, up to the first that isn't one or is no address. */
function walk(hops: string[]): string {
  let found = '127.0.0.1';
  for (const hop of hops.toReversed()) {
    const address = readHop(hop);
    if (!trusted.check(found, isIPv4(found) ? 'ipv4' : 'ipv6') || address === undefined) break;
    found = address;
  }
  return new URL(`http://${isIPv4(found) ? found : `[${found}]`}`).hostname.replace(/[[\]]/g, '');
}

it('whatever X-Forwarded-For says, the client is its last hop that is no proxy, or else the connected address', async () => {
  const header = fc.tuple(
    fc.array(hop, { maxLength: 12 }),
    fc.array(between, { minLength: 12, maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(header, async ([hops, separators]) => {
      const text = hops.map(
        (one, index) => one + (index < hops.length - 1 ? (separators[index] ?? ',') : ''),
      );
      const { status } = await edge.ask('/api/ip', { headers: { 'X-Forwarded-For': text.join('') } });
      const headers = edge.seen.at(-1)?.headers;
      expect([status, headers?.['x-real-ip'], headers?.['x-forwarded-for']]).toEqual([
        200,
        walk(hops),
        walk(hops),
      ]);
    }),
    {
      numRuns: runs,
      examples: [
        [[['203.0.113.9', 'unknown', '10.0.0.1'], Array<string>(12).fill(', ')]],
        // Found: nginx takes such a one for an address.
        [[['01.2.3.4'], Array<string>(12).fill(',')]],
      ],
    },
  );
});
