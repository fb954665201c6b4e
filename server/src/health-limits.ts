/** From when on the owner should know: in the admin's health card and `make doctor` alike. */
export const healthLimits = {
  /** A job that has waited this long shows that nobody takes jobs. */
  oldestJobSeconds: 60,
  /** Backups are daily, and one may take its time. */
  backupHours: 26,
  /** Automatic renewal would have happened by then. */
  certificateDays: 14,
} as const;

/** Whether so little of a disk is left that somebody should make room: a tenth, or 5 GB of a large one. */
export function isDiskLow({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): boolean {
  return freeBytes < Math.min(totalBytes / 10, 5e9);
}

/** Whole days until then, rounded down; negative when it's past. */
export function daysUntil(instant: Date, now: Date): number {
  return Math.floor((instant.getTime() - now.getTime()) / 86_400_000);
}
