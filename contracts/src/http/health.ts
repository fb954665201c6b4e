/** Problems the owner should act on, the most urgent first. */
export const healthProblems = [
  'queue-away',
  'jobs-waiting',
  'disk-low',
  'certificate-refused',
  'certificate-ending',
  'deliveries-failed',
  'endpoints-off',
  'notices-failed',
  'calendars-old',
  'backup-missing',
  'backup-old',
] as const;
export type HealthProblem = (typeof healthProblems)[number];

/** `GET /api/admin/health`: the facts, and which of them are problems. Null if the api can't know. */
export interface HealthAnswer {
  problems: HealthProblem[];
  /** How long the job has waited that is next in its queue, the longest of all queues. */
  oldestJobSeconds: number | null;
  /** Deliveries to webhooks that are not tried again unless the owner says so. */
  failedDeliveries: number;
  endpointsOff: number;
  /** Mails to the owner that the mail server refused in the last seven days. */
  failedNotices: number;
  /** Other calendars of the owner's that weren't read for an hour; unknown to an api of the version before. */
  oldCalendars?: number;
  /** When the last backup succeeded; null if none did. */
  lastBackupAt: string | null;
  /** The owner's uploads; unknown to an api of the version before. */
  files?: { count: number; bytes: number };
  /** The disk that holds the product's files. */
  disk: { freeBytes: number; totalBytes: number } | null;
  /** The certificate that visitors get at PUBLIC_URL; null without https, and while it isn't known. */
  certificate: { expiresAt: string; daysLeft: number } | null;
  version: string | null;
  /** The newest release, where RELEASES_URL is set and it's newer than the running version. */
  newerVersion: string | null;
}
