import { describe, expect, it } from 'vitest';
import { readEdgeLine } from './edge-lines.js';

const fields = {
  time: '1795230315.123',
  address: '203.0.113.9',
  uri: '/wp-login.php?utm_source=x&y=1',
  status: '404',
  agent: 'crawler/1.0',
  key: 'the key',
};
const nowMs = 1_795_230_315_000;
const hour = 3_600;
const read = (line: string) => readEdgeLine(line, { key: 'the key', nowMs });
const datagram = (change: object = {}, head = '<190>Nov 21 03:05:15 host voordeur: ') =>
  head + JSON.stringify({ ...fields, ...change });

describe('a line of nginx', () => {
  it('becomes a visit of its own time', () => {
    const visit = read(datagram());
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
    ['a line of an hour ago', { time: nowMs / 1_000 - hour }, {}],
    ['a line of a clock that is ahead', { time: nowMs / 1_000 + hour }, {}],
    ['a page that is too long', { uri: `/${'x'.repeat(5_000)}` }, { page: `/${'x'.repeat(511)}` }],
    ['an agent that is too long', { agent: 'a'.repeat(2_000) }, { userAgent: 'a'.repeat(512) }],
    ['bytes no column takes', { agent: 'a\u0000b\ud800c' }, { userAgent: 'a\ufffdb\ufffdc' }],
    ['an IPv6 address', { address: '2001:db8::1' }, { address: '2001:db8::1' }],
    ['fields we do not know', { more: { deep: true } }, {}],
  ])('takes %s', (_name, change, expected) => {
    expect(read(datagram(change))).toMatchObject({ source: 'edge', ...expected });
  });

  it('takes a head without a host', () => {
    expect(read(datagram({}, '<190>Nov  1 03:05:15 voordeur: '))).not.toBeNull();
  });

  it('gives two lines of one millisecond two ids', () => {
    expect(read(datagram())?.id).not.toBe(read(datagram())?.id);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '<190>Nov 21 03:05:15 host voordeur: hello'],
    ['half of it', datagram().slice(0, -10)],
    ['an array', '<190>Nov 21 03:05:15 host voordeur: [1]'],
    ['no head', JSON.stringify(fields)],
    ['no time', datagram({ time: undefined })],
    ['a time that isn’t one', datagram({ time: 'noon' })],
    ['a time before all', datagram({ time: -1 })],
    ['a time after all', datagram({ time: 1e12 })],
    ['more than an hour ago', datagram({ time: nowMs / 1_000 - hour - 1 })],
    ['more than an hour ahead', datagram({ time: nowMs / 1_000 + hour + 1 })],
    ['no key', datagram({ key: undefined })],
    ['another key', datagram({ key: 'a key' })],
    ['no address', datagram({ address: 'unix:' })],
    ['a path that isn’t one', datagram({ uri: 'http://example.org/' })],
    ['types that are wrong', datagram({ uri: 5, agent: [] })],
  ])('is refused: %s', (_name, line) => {
    expect(read(line)).toBeNull();
  });
});
