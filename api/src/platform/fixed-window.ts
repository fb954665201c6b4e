import { addressKeys } from '@voordeur/server';

const windowMs = 60_000;
/** Per minute. Addresses beyond that are limited by nginx alone, so the counters can't fill this process's memory. */
const maxKeys = 200_000;

/**
 * Counts requests per address in this process's memory, a minute at a time: for the hot routes. A call there costs 45 µs; a
 * count in Redis (rate-limits.ts) would add 15, and 17 in Redis.
 */
export class FixedWindow {
  private readonly counts = new Map<string, number>();
  private endsAt = 0;

  constructor(private readonly limit: number) {}

  /** Null if the request is allowed, else the seconds until the window ends (at least 1). Refused requests aren't counted. */
  take(address: string, nowMs = Date.now()): number | null {
    if (nowMs >= this.endsAt) {
      this.counts.clear();
      this.endsAt = nowMs + windowMs;
    }
    const keys = addressKeys(address);
    if (keys.some(({ key, budget }) => this.countOf(key) >= this.limit * budget)) {
      return Math.max(1, Math.ceil((this.endsAt - nowMs) / 1_000));
    }
    for (const { key } of keys) {
      if (this.counts.has(key) || this.counts.size < maxKeys) this.counts.set(key, this.countOf(key) + 1);
    }
    return null;
  }

  private countOf(key: string): number {
    return this.counts.get(key) ?? 0;
  }
}
