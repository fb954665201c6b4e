import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { addressKeys } from '@voordeur/server';
import { ApiError } from './api-error.js';
import { Config } from './config.js';
import { KeyedHash } from './keyed-hash.js';
import { QuickRedis } from './redis-connection.js';

/**
 * Requests per minute of one address. Calls with the same limit share its count, in all api processes. Hot routes have
 * limits of their own (hot-route.ts).
 */
export const rateLimits = {
  admin: 600,
  /** By key, as a spreadsheet in a cloud has many addresses: a dozen sheets, refreshed by hand a few times. */
  'api-key': 120,
  booking: 30,
  'booking-hold': 60,
  'booking-times': 120,
  bookings: 300,
  ip: 60,
  login: 30,
  meeting: 60,
  'my-visit': 30,
  'my-visit-answer': 300,
  newsletter: 30,
  'newsletter-confirm': 30,
  'prompt-signup': 30,
  proposal: 30,
  question: 30,
  /** More than anybody types. */
  'second-factor': 5,
  setups: 30,
  'shared-figures': 30,
  'shared-open': 30,
  unsubscribe: 30,
  'video-signup': 30,
};

export type RateLimitName = keyof typeof rateLimits;

export const rateLimitWindowMs = 60_000;

/**
 * Takes one request from each counter's budget. If one of them is used up, it takes none: so a refused request neither
 * creates a key nor uses up a network that others share. Returns the requests of the narrowest counter (or of the one
 * that is used up), the milliseconds it has left, and whether the request is refused.
 */
const countScript = `
for i = #KEYS, 1, -1 do
  local hits = tonumber(redis.call('GET', KEYS[i]) or 0)
  if hits >= tonumber(ARGV[i + 1]) then
    return { hits, math.max(1, redis.call('PTTL', KEYS[i])), 1 }
  end
end
local hits = {}
for i = 1, #KEYS do
  hits[i] = redis.call('INCR', KEYS[i])
  if hits[i] == 1 then redis.call('PEXPIRE', KEYS[i], ARGV[1]) end
end
return { hits[1], redis.call('PTTL', KEYS[1]), 0 }`;

/**
 * Counts requests in Redis, for all api processes together. Keys are keyed hashes, so Redis has no address. If Redis is
 * unavailable every request passes; nginx's limits still apply.
 */
@Injectable()
export class RateLimitStorage implements ThrottlerStorage {
  private readonly hashes: KeyedHash;

  constructor(
    private readonly redis: QuickRedis,
    private readonly config: Config,
  ) {
    this.hashes = new KeyedHash(config.jwtSecret, 'rate-limit-addresses');
  }

  /** An address counts by its networks (see `addressKeys`), any other key as it is. */
  async increment(key: string, windowMs: number, limit: number, _blockMs: number, name: string) {
    const keys = isIP(key) === 0 ? [{ key, budget: 1 }] : addressKeys(key);
    const counters = keys.map(
      (one) =>
        `${this.config.queuePrefix}:limit:${name}:${this.hashes.of(one.key).toString('hex').slice(0, 32)}`,
    );
    const budgets = keys.map(({ budget }) => limit * budget);
    const [totalHits, leftMs, isBlocked] = (await this.redis.client
      .eval(countScript, counters.length, ...counters, windowMs, ...budgets)
      .catch(() => [0, windowMs, 0])) as [number, number, number];
    const leftSeconds = Math.ceil(leftMs / 1_000);
    return {
      totalHits,
      timeToExpire: leftSeconds,
      isBlocked: isBlocked === 1,
      timeToBlockExpire: leftSeconds,
    };
  }

  /** Counts a request where no guard runs. Throws `too-many-requests` if the key has used up its requests of this minute. */
  async count(name: 'admin' | 'api-key', key: string): Promise<void> {
    if (!this.config.rateLimit) return;
    const { isBlocked, timeToBlockExpire } = await this.increment(
      key,
      rateLimitWindowMs,
      rateLimits[name],
      rateLimitWindowMs,
      name,
    );
    if (isBlocked) throw new ApiError('too-many-requests', { retryAfterSeconds: timeToBlockExpire });
  }
}
