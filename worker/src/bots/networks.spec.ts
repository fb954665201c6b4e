import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileNetworks } from './compile-networks.js';
import { operatorOf, operators, peoplesNetworks } from './network-rules.js';
import { openNetworkTable, writeNetworkTable } from './network-table.js';
import { bundledNetworks, type FindNetwork, makeFindNetwork, openBundledNetworks } from './networks.js';

const folder = mkdtempSync(join(tmpdir(), 'voordeur-networks-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The least that is taken for a list: one network of each of the operators that every list has. */
const needed = {
  4: [
    '8.8.8.0,8.8.8.255,15169,Google LLC',
    '20.0.0.0,20.0.0.255,8075,Microsoft Corporation',
    '52.0.0.0,52.0.0.255,16509,"Amazon.com, Inc."',
  ],
  6: [
    '2001:4860::,2001:4860:ffff::,15169,Google LLC',
    '2603::,2603:1::,8075,Microsoft Corporation',
    '2600:1f00::,2600:1fff::,16509,"Amazon.com, Inc."',
  ],
};
let made = 0;

/** As a worker has it, of networks of IPv4 and IPv6. */
async function findIn(ipv4: string[], ipv6: string[] = []): Promise<FindNetwork> {
  const tables = ([4, 6] as const).map(async (family) => {
    const csv = join(folder, `${(made += 1)}.csv`);
    writeFileSync(csv, [...needed[family], ...(family === 4 ? ipv4 : ipv6)].join('\n'));
    await compileNetworks(csv, family, `${csv}.networks`);
    return openNetworkTable(`${csv}.networks`, family);
  });
  const [first, second] = await Promise.all(tables);
  if (!first || !second) throw new Error('no tables');
  return makeFindNetwork(first, second);
}

describe('a rule of networks', () => {
  it.each(operators.filter(({ numbers }) => numbers === undefined))('$example', (rule) => {
    expect(operatorOf(64_512, rule.example)).toBe(rule);
    const fits = operators.filter(({ organisation }) => organisation?.test(rule.example));
    expect(fits[0], 'the first that fits').toBe(rule);
  });

  it.each(operators.filter(({ numbers }) => numbers !== undefined))('by number: $name', (rule) => {
    for (const number of rule.numbers ?? []) expect(operatorOf(number, 'any name')).toBe(rule);
  });

  it.each(peoplesNetworks)('where people sit: $example', ({ example, organisation }) => {
    expect(operatorOf(64_512, example)).toBeNull();
    const others = peoplesNetworks.filter((rule) => rule.organisation.test(example));
    expect(others.map((rule) => rule.organisation)).toEqual([organisation]);
    expect(
      operators.some((rule) => rule.organisation?.test(example)),
      'hosting without it',
    ).toBe(true);
  });

  it.each([
    ...[
      'KPN B.V.',
      'Vodafone Libertel B.V.',
      'Odido Netherlands B.V.',
      'DELTA Fiber Nederland B.V.',
      'SURF B.V.',
    ],
    ...[
      'Deutsche Telekom AG',
      '1&1 Versatel GmbH',
      'Comcast Cable Communications, LLC',
      'Google Fiber Inc.',
      'Orange S.A.',
    ],
    ...[
      'Telenet BV',
      'Proximus NV',
      'British Telecommunications PLC',
      'Free SAS',
      'AT&T Enterprises, LLC',
      'Ziggo',
    ],
    ...[
      'Cloudflare, Inc.',
      'Akamai International B.V.',
      'Fastly, Inc.',
      'M247 Europe SRL',
      'Datacamp Limited',
    ],
    ...[
      'ZSCALER, INC.',
      'Netskope Inc',
      'University of Colorado',
      'Telmex Colombia S.A.',
      'Hostelworld Group',
    ],
  ])('leaves %s out', (organisation) => {
    expect(operatorOf(64_512, organisation)).toBeNull();
  });
});

describe('the networks that the build made', () => {
  let find: FindNetwork;
  beforeAll(async () => {
    find = await openBundledNetworks();
  });

  it.each([
    ['66.249.66.1', 'Google', false],
    ['157.55.39.1', 'Microsoft', true],
    ['95.216.1.1', 'Hetzner', true],
    ['2a01:4f8::1', 'Hetzner', true],
    ['::ffff:95.216.1.1', 'Hetzner', true],
    ['17.241.75.10', 'Apple', false],
  ])('%s is of %s', (address, operator, isHosting) => {
    expect(find(address)).toEqual({ operator, isHosting });
  });

  it.each([
    ...[
      '145.97.31.20',
      '84.80.1.1',
      '1.1.1.1',
      '2001:67c:2e8:22::c100:68b',
      '127.0.0.1',
      '10.0.0.1',
      '::1',
      '',
    ],
    ...[
      '95.216.1',
      '95.216.1.1.1',
      '95.216.1.256',
      '095.216.1.1',
      '95.216.1.1:443',
      '95.216..1',
      'a'.repeat(10_000),
    ],
  ])('nothing is known of %j', (address) => {
    expect(find(address)).toBeNull();
  });

  it.each([4, 6] as const)('stay small: IPv%s', (family) => {
    expect(readFileSync(bundledNetworks(family)).length).toBeLessThan(500_000);
  });
});

describe('a list of networks', () => {
  it('is found at the first and the last address of each range, and nowhere between two', async () => {
    const find = await findIn(
      [
        '5.0.0.0,5.0.0.9,24940,Hetzner Online GmbH',
        '5.0.0.20,5.0.0.29,64512,"Example ""Hosting"", Inc."',
        '6.0.0.0,6.0.0.255,64513,KPN B.V.',
      ],
      ['2a01:4f8::,2a01:4f8:ffff:ffff:ffff:ffff:ffff:ffff,24940,Hetzner Online GmbH'],
    );
    const operatorAt = (address: string) => find(address)?.operator;
    expect(['5.0.0.0', '5.0.0.9', '5.0.0.20', '5.0.0.29'].map(operatorAt)).toEqual([
      'Hetzner',
      'Hetzner',
      'hosting',
      'hosting',
    ]);
    expect(['4.255.255.255', '5.0.0.10', '5.0.0.19', '5.0.0.30', '6.0.0.1'].map(operatorAt)).toEqual(
      Array(5).fill(undefined),
    );
    expect(['2a01:4f8::', '2a01:4f8:ffff::1'].map(operatorAt)).toEqual(['Hetzner', 'Hetzner']);
    expect(['2a01:4f7:ffff::', '2a01:4f9::'].map(operatorAt)).toEqual([undefined, undefined]);
  });

  it('may overlap itself and be in any order', async () => {
    const find = await findIn([
      '5.0.0.5,5.0.0.30,14061,"DigitalOcean, LLC"',
      '5.0.0.0,5.0.0.9,24940,Hetzner Online GmbH',
      '5.0.0.8,5.0.0.9,16276,OVH SAS',
    ]);
    expect(['5.0.0.9', '5.0.0.10'].map((address) => find(address)?.operator)).toEqual([
      'Hetzner',
      'DigitalOcean',
    ]);
  });

  it.each([
    ['of another family', '2a01::,2a02::,1,x'],
    ['of places', '5.0.0.0,5.0.0.9,NL,x'],
    ['with too few columns', '5.0.0.0,5.0.0.9,1'],
    ['that is a page', '<html>'],
  ])('%s is refused', async (_what, line) => {
    await expect(findIn([line])).rejects.toThrow();
  });

  it('without those that each list has is refused', async () => {
    const csv = join(folder, 'half.csv');
    writeFileSync(csv, needed[4].slice(0, 2).join('\n'));
    await expect(compileNetworks(csv, 4, `${csv}.networks`)).rejects.toThrow('Amazon');
  });
});

describe('a file of networks is refused', () => {
  const file = join(folder, 'damaged.networks');
  const table = () =>
    writeNetworkTable(4, [{ operator: 'Hetzner', isHosting: true }], [{ first: 1n, last: 9n, operator: 0 }]);

  it('for the other family, and one that is missing', async () => {
    writeFileSync(file, table());
    await expect(openNetworkTable(file, 4)).resolves.toMatchObject({ size: 1 });
    await expect(openNetworkTable(file, 6)).rejects.toThrow(file);
    await expect(openNetworkTable(join(folder, 'nowhere'), 4)).rejects.toThrow();
  });

  it('cut at any byte', async () => {
    for (let length = table().length - 1; length >= 0; length -= 7) {
      writeFileSync(file, table());
      truncateSync(file, length);
      await expect(openNetworkTable(file, 4), String(length)).rejects.toThrow(file);
    }
  });

  it('with any byte changed', async () => {
    for (let offset = 0; offset < table().length; offset += 5) {
      const bytes = table();
      bytes[offset] = (bytes[offset] ?? 0) ^ 0x55;
      writeFileSync(file, bytes);
      await expect(openNetworkTable(file, 4), String(offset)).rejects.toThrow(file);
    }
  });
});
