import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Config } from '../config.js';
import { SideRedis } from './redis-connection.js';

const countScript = `
local n = redis.call('INCR', KEYS[1])
if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { n, redis.call('PTTL', KEYS[1]) }`;

type Tally = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counters in Redis, for all api processes together. With Redis away it lets pass: nginx's limits still hold. */
@Injectable()
export class RedisRateStorage implements ThrottlerStorage {
  constructor(
    private readonly redis: SideRedis,
    private readonly config: Config,
  ) {}

  async increment(key: string, ttlMs: number, limit: number): Promise<Tally> {
    try {
      const counter = `${this.config.queuePrefix}:limit:${key}`;
      const [hits, leftMs] = (await this.redis.eval(countScript, 1, counter, ttlMs)) as [number, number];
      return tally(hits, Math.max(1, Math.ceil(leftMs / 1_000)), hits > limit);
    } catch {
      return tally(0, 0, false);
    }
  }
}

/** The library counts its times in seconds. */
function tally(totalHits: number, seconds: number, isBlocked: boolean): Tally {
  return { totalHits, timeToExpire: seconds, isBlocked, timeToBlockExpire: seconds };
}
