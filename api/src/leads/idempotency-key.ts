import type { FastifyRequest } from 'fastify';
import { invalidField } from '../platform/api-error.js';

const printable = /^[\x20-\x7e]{1,255}$/;

/** The `Idempotency-Key` header; absent or empty is none. Throws 400 for one that is too long or not printable. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && printable.test(key)) return key;
  throw invalidField('Idempotency-Key', 'must be at most 255 printable characters');
}
