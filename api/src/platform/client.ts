import { isIP } from 'node:net';
import { cutText } from '@voordeur/server';
import type { FastifyRequest } from 'fastify';

export interface Client {
  /** The address that nginx saw, never one from a body. */
  address: string;
  userAgent: string;
}

const agentLimit = 1_024;

/**
 * The sender of the request. Only nginx can reach this process, so its header is trusted; without it the socket's
 * address counts.
 */
export function clientOf({ headers, socket }: FastifyRequest): Client {
  const realIp = headers['x-real-ip'];
  const address = typeof realIp === 'string' && isIP(realIp) !== 0 ? realIp : (socket.remoteAddress ?? '');
  return { address, userAgent: cutText(readHeader(headers['user-agent'] ?? ''), agentLimit) };
}

/** Node decodes headers as Latin-1. nginx logs the same user agent as UTF-8, and the two must be equal. */
function readHeader(value: string): string {
  return /[\u0080-\u00ff]/.test(value) ? Buffer.from(value, 'latin1').toString('utf8') : value;
}
