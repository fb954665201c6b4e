import { describe, expect, it } from 'vitest';
import { readEdgeLine } from './edge-lines.js';

const fields = {
  time: '1795230315.123',
  address: '203.0.113.9',
  uri: '/wp-login.php?utm_source=x&y=1',
  status: '404',
  agent: 'crawler/1.0',
  referrer: '-',
};
const datagram = (change: object = {}, head = '<190>Nov 21 03:05:15 host voordeur: ') =>
  head + JSON.stringify({ ...fields, ...change });

describe('a line of nginx', () => {
  it('becomes a visit of its own time', () => {
    const visit = readEdgeLine(datagram());
    expect(visit).toEqual({
      id: visit?.id,
      occurredAt: new Date(1_795_230_315_123).toISOString(),
      source: 'edge',
      page: '/wp-login.php?utm_source=x',
      address: '203.0.113.9',
      userAgent: 'crawler/1.0',
    });
    expect(Number.parseInt(visit?.id.replace('-', '').slice(0, 12) ?? '', 16)).toBe(1_795_230_315_123);
  });

  it.each([
    ['a number for the time', { time: 1_795_230_315.123 }, {}],
    ['no agent', { agent: '-' }, { userAgent: '' }],
    ['an empty agent', { agent: '' }, { userAgent: '' }],
    ['a referrer', { referrer: 'https://example.org/' }, { referrer: 'https://example.org/' }],
    ['a page that is too long', { uri: `/${'x'.repeat(5_000)}` }, { page: `/${'x'.repeat(2_047)}` }],
    ['an agent that is too long', { agent: 'a'.repeat(2_000) }, { userAgent: 'a'.repeat(1_024) }],
    ['bytes no column takes', { agent: 'a\u0000b\ud800c' }, { userAgent: 'a\ufffdb\ufffdc' }],
    ['an IPv6 address', { address: '2001:db8::1' }, { address: '2001:db8::1' }],
    ['fields we do not know', { more: { deep: true } }, {}],
  ])('takes %s', (_name, change, expected) => {
    expect(readEdgeLine(datagram(change))).toMatchObject({ source: 'edge', ...expected });
  });

  it('takes a head without a host', () => {
    expect(readEdgeLine(datagram({}, '<190>Nov  1 03:05:15 voordeur: '))).not.toBeNull();
  });

  it('gives two lines of one millisecond two ids', () => {
    expect(readEdgeLine(datagram())?.id).not.toBe(readEdgeLine(datagram())?.id);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '<190>Nov 21 03:05:15 host voordeur: hello'],
    ['half of it', datagram().slice(0, -10)],
    ['an array', '<190>Nov 21 03:05:15 host voordeur: [1]'],
    ['no head', JSON.stringify(fields)],
    ['no time', datagram({ time: undefined })],
    ['a time that is none', datagram({ time: 'noon' })],
    ['a time before all', datagram({ time: -1 })],
    ['a time after all', datagram({ time: 1e12 })],
    ['no address', datagram({ address: 'unix:' })],
    ['a path that is none', datagram({ uri: 'http://example.org/' })],
    ['types that are wrong', datagram({ uri: 5, agent: [] })],
  ])('is refused: %s', (_name, line) => {
    expect(readEdgeLine(line)).toBeNull();
  });
});
