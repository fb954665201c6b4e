import { Injectable } from '@nestjs/common';
import { addressKeys } from '@voordeur/server';
import { Config } from './config.js';
import { ApiError } from './api-error.js';
import { KeyedHash } from './keyed-hash.js';
import { QuickRedis } from './redis-connection.js';

const windowMs = 60_000;

/**
 * Takes one request from each counter's budget. If one of them is used up, it takes none and returns how many
 * milliseconds that counter has left. So a refused request neither creates a key nor uses up a network that others share.
 */
const countScript = `
for i = #KEYS, 1, -1 do
  if tonumber(redis.call('GET', KEYS[i]) or 0) >= tonumber(ARGV[i + 1]) then
    return math.max(1, redis.call('PTTL', KEYS[i]))
  end
end
for i = 1, #KEYS do
  if redis.call('INCR', KEYS[i]) == 1 then redis.call('PEXPIRE', KEYS[i], ARGV[1]) end
end
return 0`;

/**
 * Counts requests per address and subject in Redis, for all api processes together. Keys are keyed hashes, so Redis has
 * no address. If Redis is unavailable every request passes; nginx's limits still apply.
 */
@Injectable()
export class RateLimits {
  private readonly addresses: KeyedHash;

  constructor(
    private readonly redis: QuickRedis,
    private readonly config: Config,
  ) {
    this.addresses = new KeyedHash(config.jwtSecret, 'rate-limit-addresses');
  }

  /** Counts a request. Throws `too-many-requests` if the address has used up its requests of this minute. */
  async count(subject: string, perMinute: number, address: string): Promise<void> {
    if (!this.config.rateLimit) return;
    const keys = addressKeys(address);
    const counters = keys.map(
      ({ key }) =>
        `${this.config.queuePrefix}:limit:${subject}:${this.addresses.of(key).toString('hex').slice(0, 32)}`,
    );
    const budgets = keys.map(({ budget }) => perMinute * budget);
    const leftMs = (await this.redis.client
      .eval(countScript, counters.length, ...counters, windowMs, ...budgets)
      .catch(() => 0)) as number;
    if (leftMs > 0) throw new ApiError('too-many-requests', { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
  }
}
