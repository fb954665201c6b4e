import { queueNames, visitEventSchema, type VisitEvent } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import type { Chunk } from '../platform/chunk-merger.js';
import { compileSchema } from '../platform/compile-schema.js';
import { parseEvents } from '../platform/parse-events.js';
import { monthOfEvent, type VisitPartitions } from '../platform/partitions.js';
import { readRecorded } from '../platform/recorded-chunk.js';
import { isMissingPartition } from '../platform/refused-by-postgres.js';
import { setAside } from '../platform/rejected-event.js';
import type { SiteDays } from '../platform/site-days.js';
import { type ReadChunk, storeChunks, type StoredRows } from '../platform/store-chunks.js';
import type { DaySalts } from './day-salts.js';
import { joinBothSources } from './join-both-sources.js';
import { isPossibleTime } from './possible-time.js';
import { runSteps } from './run-steps.js';
import { storeVisits } from './store-visits.js';
import type { DropReason, VisitContext, VisitInProgress } from './visit-in-progress.js';

export interface RecordVisitsNeeds extends Omit<VisitContext, 'saltAt'> {
  db: DataSource;
  partitions: VisitPartitions;
  salts: DaySalts;
  days: SiteDays;
  timeZone: string;
}

/** Plans what follows from visits, in the transaction that stores them; it may see the same ones again. */
export type FollowUp = (tx: EntityManager, visits: VisitInProgress[]) => Promise<void>;

const isVisitEvent = compileSchema<VisitEvent>(visitEventSchema);

/**
 * Makes rows and rollups of chunks of page views, in one transaction, once however often it runs. What can never
 * become a row is set aside; what we do not count is dropped and counted by reason. Throws when a service is away
 * (try again), and when Postgres refuses several chunks (try each alone).
 */
export async function recordVisits(
  chunks: Chunk[],
  needs: RecordVisitsNeeds,
  followUp: FollowUp = () => Promise.resolve(),
): Promise<void> {
  const { db, days, timeZone, partitions } = needs;
  const done = await readRecorded(
    db.manager,
    chunks.map((chunk) => chunk.id),
  );
  const read: ReadChunk<VisitInProgress>[] = [];
  for (const chunk of chunks) if (!done.has(chunk.id)) read.push(await readChunk(chunk, needs));
  if (read.length === 0) return;
  try {
    await storeChunks(read, {
      db,
      day: days.dayOf(Date.now()),
      store: (tx, visits) => storeJoined(tx, visits, timeZone, followUp),
      setAside: (visit, reason) =>
        setAside(db.manager, queueNames.visits, [{ id: visit.id, event: visit, reason }]),
    });
  } catch (error) {
    if (isMissingPartition(error)) partitions.forget();
    throw error;
  }
}

async function readChunk(chunk: Chunk, needs: RecordVisitsNeeds): Promise<ReadChunk<VisitInProgress>> {
  const parsed = parseEvents(chunk.id, chunk.data, isVisitEvent);
  const nowMs = Date.now();
  const possible = parsed.events.filter((event) => isPossibleTime(event, nowMs));
  const impossible = parsed.events
    .filter((event) => !isPossibleTime(event, nowMs))
    .map((event) => ({ id: event.id, event, reason: 'not a time of its source' }));
  const { open, sealed } = await sortBySeal(possible, needs.partitions);
  const saltAt = await needs.salts.prepare(open.map((event) => Date.parse(event.occurredAt)));
  const { visits, drops, rejected } = runSteps(open, { ...needs, saltAt });
  await setAside(needs.db.manager, queueNames.visits, [...parsed.rejected, ...impossible, ...rejected]);
  return {
    id: chunk.id,
    rows: visits,
    dropped: [...drops, ...Array<DropReason>(sealed).fill('sealed-month')],
  };
}

/** A sealed month's rows are gone, so nothing can be added to what stands of it. */
async function sortBySeal(events: VisitEvent[], partitions: VisitPartitions) {
  const months = events.map((event) => monthOfEvent(Date.parse(event.occurredAt)));
  const sealedMonths = await partitions.prepare(months);
  const open = events.filter((_event, index) => !sealedMonths.has(months[index] ?? ''));
  return { open, sealed: events.length - open.length };
}

async function storeJoined(
  tx: EntityManager,
  visits: VisitInProgress[],
  timeZone: string,
  followUp: FollowUp,
): Promise<StoredRows> {
  const once = [...new Map(visits.map((visit) => [visit.id, visit])).values()];
  const kept = await joinBothSources(tx, once);
  const stored = await storeVisits(tx, kept, timeZone);
  await followUp(tx, kept);
  const keptIds = new Set(kept.map((visit) => visit.id));
  const seenAtBoth = once.filter((visit) => !keptIds.has(visit.id));
  return { stored, dropped: seenAtBoth.map(({ id }) => ({ id, reason: 'seen-at-both' })) };
}
