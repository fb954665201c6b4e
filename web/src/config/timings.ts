/** The spec's numbers, section 9. */
export const timings = {
  toastMs: 5_000,
  /** A dismissed toast stays in memory this long, unless the next one takes its place. */
  toastRemovalMs: 1_000_000,
  toastSwipePx: 50,
  spamReminderMs: 2_000,
  sessionEndsEarlyMs: 60_000,
} as const;
