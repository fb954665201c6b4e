import { Lead } from '@voordeur/contracts/db';
import type { LeadTimeline, PastLead, TimelineEntry } from '@voordeur/contracts/http';
import { firstIdAt } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import { ApiError } from '../platform/api-error.js';
import { readStatements } from '../platform/sql.js';

const statements = readStatements(new URL('./sql/timeline.sql', import.meta.url));
const dayMs = 86_400_000;

/** Events around a lead, oldest first, and its person's other leads, newest first. Throws `not-found`. */
export async function readTimeline(db: DataSource, id: string): Promise<LeadTimeline> {
  const lead = await db.getRepository(Lead).findOne({ select: { receivedAt: true }, where: { id } });
  if (!lead) throw new ApiError('not-found');
  const receivedMs = lead.receivedAt.getTime();
  const [entries, history] = await Promise.all([
    db.query<(Omit<TimelineEntry, 'at'> & { at: Date })[]>(statements.get('entries') ?? '', [
      id,
      firstIdAt(Math.max(0, receivedMs - dayMs)),
      firstIdAt(receivedMs + 2 * dayMs),
    ]),
    db.query<(Omit<PastLead, 'receivedAt'> & { receivedAt: Date })[]>(statements.get('history') ?? '', [id]),
  ]);
  return {
    entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    history: history.map((past) => ({ ...past, receivedAt: past.receivedAt.toISOString() })),
  };
}
