import { expect, it } from 'vitest';
import { anonymizeAddress, digestOfVisit, hashVisitor } from './anonymize.js';

it.each([
  ['203.0.113.77', '203.0.113.0', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.0', '203.0.113.77'],
  ['64:ff9b::cb00:714d', '203.0.113.0', '203.0.113.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::', '2001:db8:1:2:3:4:5:6'],
  ['2001:0DB8:1::6%eth0', '2001:db8:1::', '2001:db8:1::6'],
  ['1', null, null],
  ['0x7f.1', null, null],
  ['010.8.8.8', null, null],
  ['unknown', null, null],
])('%s is stored as %s, or %s', (address, truncated, full) => {
  expect(anonymizeAddress(address, 'truncate')).toBe(truncated);
  expect(anonymizeAddress(address, 'full')).toBe(full);
});

const salt = Buffer.alloc(32, 1);
const otherSalt = Buffer.alloc(32, 2);

it('a visitor is one address and one agent on one day', () => {
  const visitor = hashVisitor({ address: '203.0.113.7', userAgent: 'A' }, salt);
  expect(visitor).toHaveLength(16);
  expect(hashVisitor({ address: '203.0.113.7', userAgent: 'A' }, salt)).toEqual(visitor);
  const others = [
    hashVisitor({ address: '203.0.113.8', userAgent: 'A' }, salt),
    hashVisitor({ address: '203.0.113.7', userAgent: 'B' }, salt),
    hashVisitor({ address: '203.0.113.7', userAgent: 'A' }, otherSalt),
  ];
  for (const other of others) expect(other).not.toEqual(visitor);
});

it.each([
  ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:CB00:7107', '64:ff9b::203.0.113.7'],
  ['2001:db8::7', '2001:0DB8:0:0::7', '2001:db8::7%eth0'],
])('a visitor is the same however the address %s is spelled', (address, ...spellings) => {
  const hashOf = (one: string) => hashVisitor({ address: one, userAgent: 'A' }, salt);
  for (const spelling of spellings) expect(hashOf(spelling)).toEqual(hashOf(address));
  expect(hashOf('2001:db8::8')).not.toEqual(hashOf(address));
});

it('a lead’s digest of a visit depends on the visitor and the day, and is not the visitor', () => {
  const visitor = hashVisitor({ address: '203.0.113.7', userAgent: 'A' }, salt);
  const digest = digestOfVisit(visitor, salt);
  expect(digestOfVisit(visitor, salt)).toEqual(digest);
  expect(digestOfVisit(visitor, otherSalt)).not.toEqual(digest);
  expect(digestOfVisit(Buffer.alloc(16, 9), salt)).not.toEqual(digest);
  expect(digest.includes(visitor)).toBe(false);
});
