import { expect, it } from 'vitest';
import { addressKeys, canonicalAddress } from './address-keys.js';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:CB00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', '203.0.113.9'],
  ['64:ff9b::cb00:7109', '203.0.113.9'],
])('%s counts as the IPv4 address %s', (address, key) => {
  expect(addressKeys(address)).toEqual([{ key, budget: 1 }]);
  expect(canonicalAddress(address)).toBe(key);
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['64:ff9b:1::203.0.113.9', '64:ff9b:1:0::/64', '64:ff9b:1::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
])('%s counts by its /64 and, ten times as often, by its /48', (address, key, network) => {
  expect(addressKeys(address)).toEqual([
    { key, budget: 1 },
    { key: network, budget: 10 },
  ]);
});

it.each([
  ['2001:0DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['FE80::1%eth0', 'fe80::1'],
])('%s is spelled %s', (address, spelled) => {
  expect(canonicalAddress(address)).toBe(spelled);
});

it.each([
  '',
  'unix:',
  '010.8.8.8',
  '1',
  '0x7f.1',
  '8.8.8',
  '8.8.8.8:80',
  '::ffff:010.8.8.8',
  '203.0.113.9, 8.8.8.8',
])('%j is not an address', (text) => {
  expect(addressKeys(text)).toEqual([{ key: 'unknown', budget: 1 }]);
  expect(canonicalAddress(text)).toBeNull();
});
