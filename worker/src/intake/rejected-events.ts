import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** An event that can never become a row, and why. */
export interface RejectedEvent {
  id: string;
  event: unknown;
  reason: string;
}

/** Stores events as rejected; one that already is stays as it is. */
export async function setAside(db: EntityManager, queue: string, rejected: RejectedEvent[]): Promise<void> {
  if (rejected.length === 0) return;
  await db.query(
    `insert into rejected_events (id, queue, reason, event)
    select id, $2, reason, event from unnest($1::uuid[], $3::text[], $4::text[]) as r (id, reason, event)
    on conflict (id) do nothing`,
    [
      rejected.map((r) => r.id),
      queue,
      rejected.map((r) => r.reason),
      // JSON.stringify writes NUL and lone surrogates as escapes, so a text column can hold what jsonb refuses.
      rejected.map((r) => JSON.stringify(r.event ?? null)),
    ],
  );
}

/** An id for an event that has none of its own: the same each time the job runs. */
export function idOfUnreadable(chunkId: string, index: number): string {
  const hex = createHash('sha256').update(`${chunkId}/${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
