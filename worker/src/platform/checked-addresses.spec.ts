import type { LookupAddress } from 'node:dns';
import { expect, it } from 'vitest';
import { AddressNotAllowed, answerWith, checkedAddresses, systemLookup } from './checked-addresses.js';

const addresses: LookupAddress[] = [
  { address: '192.0.2.1', family: 4 },
  { address: '2001:db8::1', family: 6 },
];
const noLookup = () => Promise.reject(new Error('no name to look up'));

it.each([
  ['http://192.0.2.1:8080/', { address: '192.0.2.1', family: 4 }],
  ['http://[2001:db8::1]/', { address: '2001:db8::1', family: 6 }],
])('%s needs no name server', async (url, expected) => {
  const isAllowed = (address: string) => address === expected.address;
  expect(await checkedAddresses(new URL(url), isAllowed, noLookup)).toEqual([expected]);
});

it('takes every address of a name, and refuses a name that has none', async () => {
  const url = new URL('http://example.org/');
  const look = (found: LookupAddress[]) =>
    checkedAddresses(
      url,
      () => true,
      (host) => Promise.resolve(host === 'example.org' ? found : []),
    );
  expect(await look(addresses)).toEqual(addresses);
  await expect(look([])).rejects.toThrow(AddressNotAllowed);
});

it('answers a connection with one address or all, as it asks', () => {
  const answers: unknown[] = [];
  const look = answerWith(addresses);
  look('example.org', { all: true }, (...answer) => answers.push(answer));
  look('example.org', {}, (...answer) => answers.push(answer));
  expect(answers).toEqual([
    [null, addresses],
    [null, '192.0.2.1', 4],
  ]);
});

it('asks for a name once at a time', async () => {
  const running = systemLookup('localhost');
  expect(systemLookup('localhost')).toBe(running);
  await running;
  const next = systemLookup('localhost');
  expect(next).not.toBe(running);
  await next;
});
