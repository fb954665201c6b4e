import { type CopyType, ownersCalendar } from '@voordeur/contracts/db';
import { uuidv7 } from 'uuidv7';
import { type PlannedEffect, planEffects } from './plan-effect.js';

interface Database {
  query: <Rows>(sql: string, parameters: unknown[]) => Promise<Rows>;
}

const effectOf = (type: CopyType, payload: Record<string, unknown>): PlannedEffect => ({
  ...{ kind: 'calendar', destination: ownersCalendar, type, payload },
  eventId: uuidv7(),
});

/**
 * In the transaction that changes meetings: they are written into the owner's calendar as they are then, if she chose one.
 * `where` is about the table `meetings`.
 */
export async function planCopies(tx: Database, where: string, values: unknown[]): Promise<void> {
  const meetings = await tx.query<{ id: string; leadId: string | null }[]>(
    `select id, lead_id as "leadId" from meetings
    where ${where} and exists (select from calendar_sources where writes_to is not null)`,
    values,
  );
  await planEffects(
    tx,
    meetings.map(({ id, leadId }) => ({
      ...effectOf('copy', { meetingId: id }),
      ...(leadId !== null && { leadId }),
    })),
  );
}

/** Before meetings are deleted, in the same transaction: their copies are deleted too. Nothing in it says whose they were. */
export async function planCopyRemovals(tx: Database, where: string, values: unknown[]): Promise<void> {
  const copies = await tx.query<{ sourceId: string; url: string }[]>(
    `select copy_source as "sourceId", copy_url as url from meetings where copy_url is not null and (${where})`,
    values,
  );
  await planEffects(
    tx,
    copies.map((copy) => effectOf('remove', { ...copy })),
  );
}
