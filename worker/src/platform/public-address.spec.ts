import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.js';

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '');

it.each([
  ['loopback', '127.0.0.1'],
  ['loopback, anywhere in its network', '127.8.9.1'],
  ['this network', '0.0.0.0'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['link-local, where clouds keep their metadata', '169.254.169.254'],
  ['shared (carrier-grade NAT)', '100.64.0.1'],
  ['metadata of a cloud in the shared range', '100.100.100.200'],
  ['metadata of a cloud in a public range', '168.63.129.16'],
  ['metadata of a cloud in a reserved range', '192.0.0.192'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['benchmarking', '198.18.0.1'],
  ['documentation', '203.0.113.7'],
  ['loopback', '::1'],
  ['unspecified', '::'],
  ['link-local', 'fe80::1'],
  ['unique local', 'fd00:ec2::254'],
  ['unique local', 'fc00::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['mapped', '::ffff:127.0.0.1'],
  ['mapped, in hex', '::ffff:a9fe:a9fe'],
  ['IPv4-compatible', '::7f00:1'],
  ['IPv4-translated', '::ffff:0:7f00:1'],
  ['NAT64', '64:ff9b::10.0.0.1'],
  ['NAT64, local', '64:ff9b:1::8.8.8.8'],
  ['6to4', '2002:7f00:1::'],
  ['6to4 of a private one', '2002:c0a8:101::1'],
  ['Teredo', '2001:0:7f00:1::'],
  ['discard', '100::1'],
  ['outside the global range', '4000::1'],
  ['no address', 'localhost'],
  ['no address', ''],
  ['no address, which one program reads as 8.8.8.8 and another as 10.8.8.8', '010.8.8.8'],
])('refuses %s: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  ['decimal', 'http://2130706433/'],
  ['hex', 'http://0x7f000001/'],
  ['hex in parts', 'http://0x7f.0.0.0x1/'],
  ['octal', 'http://017700000001/'],
  ['octal in parts', 'http://0177.0.0.01/'],
  ['short', 'http://127.1/'],
  ['with a final dot', 'http://127.0.0.1./'],
  ['full-width digits', 'http://１２７.０.０.１/'],
  ['ideographic full stops', 'http://127。0。0。1/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
  ['percent-encoded', 'http://%31%32%37.0.0.1/'],
  ['long IPv6', 'http://[0:0:0:0:0:0:0:1]/'],
  ['mapped in brackets', 'http://[::ffff:7f00:1]/'],
])('refuses a host written as %s: %s', (_, url) => {
  expect(hostOf(url)).not.toBe('');
  expect(isPublicAddress(hostOf(url))).toBe(false);
});

it.each([
  '8.8.8.8',
  '145.97.31.20',
  '2a00:1450:400e:80e::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
])('allows %s', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
