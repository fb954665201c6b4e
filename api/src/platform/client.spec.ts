import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { clientOf } from './client.js';

const request = (headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress: '127.0.0.1' } }) as unknown as FastifyRequest;

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', '127.0.0.1'],
  ['203.0.113.9, 1.2.3.4', '127.0.0.1'],
  ['', '127.0.0.1'],
])('the header %j means the address %s', (given, address) => {
  expect(clientOf(request({ 'x-real-ip': given })).address).toBe(address);
});

it('believes no other header', () => {
  expect(clientOf(request({ 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' })).address).toBe(
    '127.0.0.1',
  );
});

it('reads an agent as nginx writes it into its lines', () => {
  const sent = Buffer.from('Zoë/1.0 ✓', 'utf8').toString('latin1');
  expect(clientOf(request({ 'user-agent': sent })).userAgent).toBe('Zoë/1.0 ✓');
  expect(clientOf(request({})).userAgent).toBe('');
});
