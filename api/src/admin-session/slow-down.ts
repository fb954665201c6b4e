const from = 50;
const stepMs = 100;
const mostMs = 5_000;
/** From this failure on, waits no longer grow. */
export const slowestFrom = from - 1 + mostMs / stepMs;

/** How long a failed login's answer waits when it is the n-th failure of all addresses within ten minutes. */
export function slowDownMs(failures: number): number {
  return Math.min(mostMs, Math.max(0, failures - from + 1) * stepMs);
}
