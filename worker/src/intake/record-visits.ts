import { queueNames, visitEventSchema, type VisitEvent, type VisitSource } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';
import type { Chunk } from './chunk-merger.js';
import { leaveOutErased } from './erased-visitors.js';
import type { IntakeContext } from './intake.js';
import { parseEvents } from './parse-events.js';
import { monthOfEvent, type VisitPartitions } from './partitions.js';
import type { DropReason } from './recorded-chunks.js';
import { setAside, compileSchema } from './rejected-events.js';
import { type ReadChunk, storeChunks, type StoredRows } from './store-chunks.js';
import type { LookupData } from '../lookup/lookup.js';
import { isMissingPartition } from '../platform/refused-by-postgres.js';
import { type EnrichedVisit, enrichVisits } from './enrich-visits.js';
import { joinBothSources } from './join-both-sources.js';
import { storeVisits } from './store-visits.js';

/** Plans the effects of visits, in the transaction that stores them; may be called again with the same visits. */
export type FollowUp = (tx: EntityManager, visits: EnrichedVisit[]) => Promise<void>;

const isVisitEvent = compileSchema<VisitEvent>(visitEventSchema);

/**
 * Turns chunks of page views into rows, in one transaction, once however often it runs. Events that can
 * never become a row are set aside; uncounted ones are dropped and tallied by reason. Throws when a service is away
 * (retry), and when Postgres refuses several chunks (try each alone).
 */
export async function recordVisits(
  chunks: Chunk[],
  intake: IntakeContext,
  followUp: FollowUp = () => Promise.resolve(),
): Promise<void> {
  const { db, days, timeZone, partitions } = intake;
  const lookup = intake.lookup.current();
  try {
    await storeChunks(chunks, {
      db,
      days,
      queue: queueNames.visits,
      read: (chunk) => readChunk(chunk, intake, lookup),
      store: (tx, visits) => storeJoined(tx, visits, timeZone, followUp),
    });
  } catch (error) {
    if (isMissingPartition(error)) partitions.forget();
    throw error;
  }
}

async function readChunk(
  chunk: Chunk,
  intake: IntakeContext,
  lookup: LookupData,
): Promise<ReadChunk<EnrichedVisit>> {
  const parsed = parseEvents(chunk.id, chunk.data, isVisitEvent);
  const nowMs = Date.now();
  const possible = parsed.events.filter((event) => isPossibleTime(event, nowMs));
  const impossible = parsed.events
    .filter((event) => !isPossibleTime(event, nowMs))
    .map((event) => ({ id: event.id, event, reason: 'not a time of its source' }));
  const { open, sealed } = await sortBySeal(possible, intake.partitions);
  const saltAt = await intake.salts.prepare(open.map((event) => Date.parse(event.occurredAt)));
  const { visits, drops, rejected } = enrichVisits(open, { ...intake, ...lookup, saltAt });
  await setAside(intake.db.manager, queueNames.visits, [...parsed.rejected, ...impossible, ...rejected]);
  return {
    id: chunk.id,
    rows: visits,
    dropped: [...drops, ...Array<DropReason>(sealed).fill('sealed-month')],
  };
}

/** A sealed month's rows are gone, and its days stay as they are. */
async function sortBySeal(events: VisitEvent[], partitions: VisitPartitions) {
  const months = events.map((event) => monthOfEvent(Date.parse(event.occurredAt)));
  const sealedMonths = await partitions.prepare(months);
  const open = events.filter((_event, index) => !sealedMonths.has(months[index] ?? ''));
  return { open, sealed: events.length - open.length };
}

/** Logs may be as old as web servers; the other sources report recent events, or ones that waited for a service. */
const earliestMs: Record<VisitSource, number> = {
  import: Date.UTC(1993, 0),
  beacon: Date.UTC(2015, 0),
  edge: Date.UTC(2015, 0),
};
/** Months further ahead have no partition yet (make-partitions-ahead). */
const aheadMs = 90 * 24 * 60 * 60_000;

/** Each month with an event gets a partition, so an event can't claim just any month. */
function isPossibleTime({ source, occurredAt }: VisitEvent, nowMs: number): boolean {
  const timeMs = Date.parse(occurredAt);
  return timeMs >= earliestMs[source] && timeMs <= nowMs + aheadMs;
}

async function storeJoined(
  tx: EntityManager,
  visits: EnrichedVisit[],
  timeZone: string,
  followUp: FollowUp,
): Promise<StoredRows> {
  const once = [...new Map(visits.map((visit) => [visit.id, visit])).values()];
  const wanted = await leaveOutErased(tx, once);
  const kept = await joinBothSources(tx, wanted.kept);
  await followUp(tx, kept);
  const stored = await storeVisits(tx, kept, timeZone);
  const keptIds = new Set(kept.map((visit) => visit.id));
  const seenAtBoth = wanted.kept.filter((visit) => !keptIds.has(visit.id));
  return {
    stored,
    dropped: [...wanted.dropped, ...seenAtBoth.map(({ id }) => ({ id, reason: 'seen-at-both' }) as const)],
  };
}
