import pTimeout from 'p-timeout';

const answerWithinMs = 1_000;
const triedAgainAfterMs = 5 * 60_000;

/** Caches a value from another server: fetched on demand, at most once in `knownForMs`. */
export class LookedUp<Value> {
  private found: Promise<Value | null> = Promise.resolve(null);
  private lookAgainAtMs = 0;

  constructor(
    private readonly ask: () => Promise<Value>,
    private readonly knownForMs: number,
  ) {}

  /** Null where it can't be had, which is tried again after 5 minutes, and for the second it may take to find out. */
  read(): Promise<Value | null> {
    if (performance.now() >= this.lookAgainAtMs) {
      this.lookAgainAtMs = performance.now() + triedAgainAfterMs;
      this.found = this.look();
    }
    return pTimeout(this.found, { milliseconds: answerWithinMs, fallback: () => null });
  }

  private async look(): Promise<Value | null> {
    try {
      const found = await this.ask();
      this.lookAgainAtMs = performance.now() + this.knownForMs;
      return found;
    } catch {
      return null;
    }
  }
}
