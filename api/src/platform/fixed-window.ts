const windowMs = 60_000;

/**
 * Counts per address in this process' memory, a minute at a time: for the two calls that come in floods, where
 * a round trip to Redis would cost more than the call.
 */
export class FixedWindow {
  private readonly counts = new Map<string, number>();
  private endsAt = 0;

  constructor(private readonly limit: number) {}

  /** Null when the call may go on, else the seconds until the window ends (at least 1). */
  take(address: string, nowMs = Date.now()): number | null {
    if (nowMs >= this.endsAt) {
      this.counts.clear();
      this.endsAt = nowMs + windowMs;
    }
    const count = (this.counts.get(address) ?? 0) + 1;
    this.counts.set(address, count);
    return count <= this.limit ? null : Math.max(1, Math.ceil((this.endsAt - nowMs) / 1_000));
  }
}
