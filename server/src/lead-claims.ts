import type { AcceptLead } from '@voordeur/contracts/jobs';
import type { RedisClient } from './connect-redis.js';

/**
 * Redis keys, without their prefix, under which a lead's id is claimed; `body` is the digest of the body sent with the
 * key. They are keyed hashes made by the api and travel in the job, so the worker that feeds a spilled lead can claim
 * it too.
 */
export type LeadClaims = NonNullable<AcceptLead['claims']>;

/** By then the lead is stored, and Postgres knows its key for the rest of the day: a claim kept that long fills Redis. */
const claimMs = 10 * 60_000;

/** Returns the id to store the lead under, or nothing if the key came with another body. */
const claimScript = `
local keyed = KEYS[2] and redis.call('GET', KEYS[2])
if keyed and string.sub(keyed, 1, 36) ~= ARGV[4] then
  if string.sub(keyed, 37) ~= ARGV[2] then return false end
  return string.sub(keyed, 1, 36)
end
local id = redis.call('GET', KEYS[1])
if not id or id == ARGV[4] then
  id = ARGV[1]
  redis.call('SET', KEYS[1], id, 'PX', ARGV[3])
end
if KEYS[2] then redis.call('SET', KEYS[2], id .. ARGV[2], 'PX', ARGV[3]) end
return id`;

/**
 * The id that this lead is stored under: its own, or that of an equal lead that claimed one before it. A lead with a
 * claimed id may be queued any number of times, by any process: the id is the row's primary key. Null if the lead's
 * Idempotency-Key came with another body. A claim of the id `abandoned` doesn't count. Throws if Redis is away.
 */
export async function claimLead(
  redis: RedisClient,
  prefix: string,
  { content, key, body }: LeadClaims,
  id: string,
  abandoned = '',
): Promise<string | null> {
  const keys = [content, ...(key === undefined ? [] : [key])].map((name) => `${prefix}:lead-claim:${name}`);
  const words = [id, body, claimMs, abandoned];
  const claimed = await redis.eval(claimScript, keys.length, ...keys, ...words);
  return typeof claimed === 'string' ? claimed : null;
}
