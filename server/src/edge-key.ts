import { createHash } from 'node:crypto';

/**
 * What nginx puts into each line about a page request, so that the api knows whose line it is: a datagram has a sender
 * that anyone can make up. Made of JWT_SECRET, which nginx itself needn't know; infra/local/up-compose.sh makes the same.
 */
export function edgeKeyOf(jwtSecret: string): string {
  return createHash('sha256').update(`voordeur/edge-lines/${jwtSecret}`).digest('hex').slice(0, 32);
}
