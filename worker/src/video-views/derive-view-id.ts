import { createHash } from 'node:crypto';

const halfHourMs = 30 * 60 * 1_000;

/** For a client that names no view: one visitor's view of one video within one half hour is one view. */
export function deriveViewId(visitor: Buffer, videoId: string, timeMs: number): string {
  const halfHour = Math.floor(timeMs / halfHourMs);
  const hex = createHash('sha256').update(visitor).update(`\n${videoId}\n${halfHour}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
