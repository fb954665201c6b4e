/** Milliseconds until a job's next attempt: a failed one means that a service of ours is away for a while. */
export function waitForService(attemptsMade: number): number {
  return Math.min(1_000 * 2 ** (attemptsMade - 1), 10_000);
}
