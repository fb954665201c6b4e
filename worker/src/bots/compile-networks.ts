import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { parse } from 'csv-parse';
import ipaddr from 'ipaddr.js';
import { type Operator, operatorOf, operators } from './network-rules.js';
import { type NetworkRange, writeNetworkTable } from './network-table.js';

/** Without these a file isn't the one that we expect, or is half of it. */
const neededOperators = ['Google', 'Microsoft', 'Amazon'];

/**
 * Compiles a list of networks, as ip-location-db has it (CSV: first address, last address, number, organisation), into
 * the table that `openNetworkTable` reads; only networks that network-rules.ts names go into it. Throws for an invalid
 * line, or where the networks that every such list has are missing.
 */
export async function compileNetworks(csv: string, family: 4 | 6, target: string): Promise<void> {
  const judged = new Map<string, Operator | null>();
  const owners = [
    ...new Map(operators.map(({ name, isHosting }) => [name, { operator: name, isHosting }])).values(),
  ];
  const ranges: NetworkRange[] = [];
  const lines = createReadStream(csv).pipe(parse({ relaxQuotes: true, maxRecordSize: 10_000 }));
  for await (const line of lines as AsyncIterable<string[]>) {
    const [first = '', last = '', number = '', organisation = ''] = line;
    if (line.length !== 4 || isIP(first) !== family || isIP(last) !== family || !/^\d+$/.test(number))
      throw new Error(`a line is no network of IPv${family}: ${line.join(',').slice(0, 100)}`);
    const key = `${number} ${organisation}`;
    let operator = judged.get(key);
    if (operator === undefined) judged.set(key, (operator = operatorOf(Number(number), organisation)));
    if (operator === null) continue;
    const { name } = operator;
    const owner = owners.findIndex((one) => one.operator === name);
    ranges.push({ first: prefixOf(first), last: prefixOf(last), operator: owner });
  }
  const present = new Set(ranges.map(({ operator }) => owners[operator]?.operator));
  const missing = neededOperators.filter((name) => !present.has(name));
  if (missing.length > 0) throw new Error(`no network of IPv${family} is of ${missing.join(', ')}`);
  await writeFile(target, writeNetworkTable(family, owners, merge(ranges)));
}

/** The address as a table has it: all of IPv4, the first 64 bits of IPv6. */
function prefixOf(address: string): bigint {
  const bytes = ipaddr.parse(address).toByteArray();
  return BigInt(`0x${Buffer.from(bytes.slice(0, 8)).toString('hex')}`);
}

/** Joins neighbours of one operator. Where two overlap, as networks do within 64 bits, the first one has it. */
function merge(ranges: NetworkRange[]): NetworkRange[] {
  const merged: NetworkRange[] = [];
  for (const range of ranges.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))) {
    const before = merged.at(-1);
    const first = before && range.first <= before.last ? before.last + 1n : range.first;
    if (first > range.last) continue;
    if (before && before.operator === range.operator && before.last + 1n === first) before.last = range.last;
    else merged.push({ ...range, first });
  }
  return merged;
}
