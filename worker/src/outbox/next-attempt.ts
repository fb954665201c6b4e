const jitter = 0.1;
const longestRetryAfterSeconds = 86_400;

/**
 * Seconds from a failed attempt until the next one; null if the schedule is used up. Up to a tenth longer than scheduled,
 * never shorter, so that attempts that failed together aren't repeated together; and not before `Retry-After`, up to a
 * day. `failures` includes the one that just failed.
 */
export function secondsToNextAttempt(
  failures: number,
  retrySeconds: readonly number[],
  retryAfterSeconds: number,
  random: () => number = Math.random,
): number | null {
  const scheduled = retrySeconds[failures];
  if (scheduled === undefined) return null;
  return Math.max(scheduled * (1 + jitter * random()), Math.min(retryAfterSeconds, longestRetryAfterSeconds));
}

/** Seconds that a `Retry-After` header asks for, as a number or an HTTP date; 0 for any other text. */
export function readRetryAfter(header: string | null, now: Date): number {
  if (header === null) return 0;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Date.parse accepts much more than HTTP dates, even "-5". The oldest form, asctime's, doesn't say that it's in GMT, and
  // saying so twice does no harm.
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(`${text} GMT`) : NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1_000);
}
