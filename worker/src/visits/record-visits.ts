import { queueNames, visitEventSchema, type VisitEvent } from '@voordeur/contracts/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { compileSchema } from '../platform/compile-schema.js';
import { parseEvents } from '../platform/parse-events.js';
import { monthOfEvent, type VisitPartitions } from '../platform/partitions.js';
import { isRecorded, recordChunk, tally } from '../platform/recorded-chunk.js';
import { isMissingPartition, isRefusedData } from '../platform/refused-by-postgres.js';
import { setAside } from '../platform/rejected-event.js';
import type { SiteDays } from '../platform/site-days.js';
import { storeOrSetAside } from '../platform/store-or-set-aside.js';
import type { DaySalts } from './day-salts.js';
import { joinBothSources } from './join-both-sources.js';
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
 * Makes rows and rollups of a chunk of page views, once however often it runs. What can never become a row is
 * set aside; what we do not count is dropped and counted by reason. Throws when a service is away: try again.
 */
export async function recordVisits(
  chunkId: string,
  data: unknown,
  needs: RecordVisitsNeeds,
  followUp: FollowUp = () => Promise.resolve(),
): Promise<void> {
  const { db, days } = needs;
  if (await isRecorded(db.manager, chunkId)) return;
  const parsed = parseEvents(chunkId, data, isVisitEvent);
  const { open, sealed } = await sortBySeal(parsed.events, needs.partitions);
  const saltAt = await needs.salts.prepare(open.map((event) => Date.parse(event.occurredAt)));
  const { visits, drops, rejected } = runSteps(open, { ...needs, saltAt });
  await setAside(db.manager, queueNames.visits, [...parsed.rejected, ...rejected]);

  const dropped: DropReason[] = [...drops, ...sealed.map(() => 'sealed-month' as const)];
  await storeChunk(chunkId, visits, dropped, days.dayOf(Date.now()), needs, followUp);
}

/** A sealed month's rows are gone, so nothing can be added to what stands of it. */
async function sortBySeal(events: VisitEvent[], partitions: VisitPartitions) {
  const monthOf = (event: VisitEvent) => monthOfEvent(Date.parse(event.occurredAt));
  const sealedMonths = await partitions.prepare(events.map(monthOf));
  return {
    open: events.filter((event) => !sealedMonths.has(monthOf(event))),
    sealed: events.filter((event) => sealedMonths.has(monthOf(event))),
  };
}

async function storeChunk(
  chunkId: string,
  visits: VisitInProgress[],
  dropped: DropReason[],
  day: string,
  { db, timeZone, partitions }: RecordVisitsNeeds,
  followUp: FollowUp,
): Promise<void> {
  const storeJoined = async (tx: EntityManager, some: VisitInProgress[]) => {
    const kept = await joinBothSources(tx, some);
    const stored = await storeVisits(tx, kept, timeZone);
    await followUp(tx, kept);
    return { stored, seenAtBoth: some.length - kept.length };
  };
  const outcomeOf = (pieces: { stored: number; seenAtBoth: number }[]) => ({
    stored: sum(pieces.map((piece) => piece.stored)),
    dropped: {
      ...tally(dropped),
      ...tally(pieces.flatMap((piece) => Array<DropReason>(piece.seenAtBoth).fill('seen-at-both'))),
    },
  });
  try {
    await db.transaction(async (tx) => {
      await recordChunk(tx, chunkId, outcomeOf([await storeJoined(tx, visits)]), day);
    });
  } catch (error) {
    if (isMissingPartition(error)) partitions.forget();
    if (!isRefusedData(error)) throw error;
    const pieces = await storeOrSetAside(
      visits,
      (some) => db.transaction((tx) => storeJoined(tx, some)),
      (visit, reason) => setAside(db.manager, queueNames.visits, [{ id: visit.id, event: visit, reason }]),
    );
    await recordChunk(db.manager, chunkId, outcomeOf(pieces), day);
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
