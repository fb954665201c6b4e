import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

export interface Client {
  /** As nginx saw it; never from a body. */
  address: string;
  userAgent: string;
}

const agentLimit = 1_024;

/** Who is calling. Only nginx reaches this process, so its header is believed; without one it is the socket's. */
export function clientOf({ headers, socket }: FastifyRequest): Client {
  const named = headers['x-real-ip'];
  const address = typeof named === 'string' && isIP(named) !== 0 ? named : (socket.remoteAddress ?? '');
  return { address, userAgent: cutText(readHeader(headers['user-agent'] ?? ''), agentLimit) };
}

/** Node reads headers as Latin-1; the same agent in nginx's log lines is UTF-8, and the two must be equal. */
function readHeader(value: string): string {
  return /[\u0080-\u00ff]/.test(value) ? Buffer.from(value, 'latin1').toString('utf8') : value;
}

const firstHalf = /[\ud800-\udbff]$/;

/** At most this many UTF-16 units, never half a character. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).replace(firstHalf, '');
}
