import { createHash } from 'node:crypto';
import { withoutAddress } from '@voordeur/contracts/http';
import { queueNames, videoViewEventSchema, type VideoViewEvent } from '@voordeur/contracts/jobs';
import { asUuid } from '@voordeur/server';
import { anonymizeAddress, hashVisitor } from './anonymize.js';
import type { Chunk } from './chunk-merger.js';
import { leaveOutErased } from './erased-visitors.js';
import type { IntakeContext } from './intake.js';
import { parseEvents } from './parse-events.js';
import { setAside, compileSchema } from './rejected-events.js';
import { type ReadChunk, storeChunks } from './store-chunks.js';
import type { LookupData } from '../lookup/lookup.js';
import { type EnrichedVideoView, storeVideoViews } from './store-video-views.js';

const isVideoViewEvent = compileSchema<VideoViewEvent>(videoViewEventSchema);

/**
 * Turns chunks of video views into rows, in one transaction, once however often it runs. A view that is
 * sent again only raises its row; bots' views are dropped and counted. Throws when a service is away (retry), and when
 * Postgres refuses several chunks (try each alone).
 */
export async function recordVideoViews(chunks: Chunk[], intake: IntakeContext): Promise<void> {
  const { db, days, timeZone } = intake;
  const lookup = intake.lookup.current();
  await storeChunks(chunks, {
    db,
    days,
    queue: queueNames.videoViews,
    read: (chunk) => readChunk(chunk, intake, lookup),
    store: async (tx, views) => {
      const { kept, dropped } = await leaveOutErased(tx, views);
      const stored = await storeVideoViews(tx, keepLongest(kept), timeZone);
      return { stored, dropped };
    },
  });
}

async function readChunk(
  chunk: Chunk,
  intake: IntakeContext,
  lookup: LookupData,
): Promise<ReadChunk<EnrichedVideoView>> {
  const { events, rejected } = parseEvents(chunk.id, chunk.data, isVideoViewEvent);
  await setAside(intake.db.manager, queueNames.videoViews, rejected);
  const byPeople = events.filter((event) => !lookup.detectBot({ userAgent: event.userAgent, page: '/' }));
  const saltAt = await intake.salts.prepare(byPeople.map((event) => Date.parse(event.occurredAt)));
  return {
    id: chunk.id,
    rows: byPeople.map((event) => enrichVideoView(event, saltAt, { ...intake, ...lookup })),
    dropped: Array.from({ length: events.length - byPeople.length }, () => 'bot-video-view'),
  };
}

function enrichVideoView(
  event: VideoViewEvent,
  saltAt: (timeMs: number) => Buffer,
  { places, ipPrivacy }: Pick<IntakeContext, 'ipPrivacy'> & LookupData,
): EnrichedVideoView {
  const timeMs = Date.parse(event.occurredAt);
  const visitor = hashVisitor(event, saltAt(timeMs));
  return {
    id: event.id,
    occurredAt: event.occurredAt,
    viewId: event.viewId ?? deriveViewId(visitor, event.videoId, timeMs),
    videoId: event.videoId,
    // A job of an older version has it whole.
    videoTitle: withoutAddress(event.videoTitle),
    watchedSeconds: event.watchDuration,
    visitor,
    place: places.locate(event.address),
    ip: anonymizeAddress(event.address, ipPrivacy),
  };
}

const halfHourMs = 30 * 60 * 1_000;

/** For clients that send no view id: one visitor's views of one video within a half hour are one view. */
function deriveViewId(visitor: Buffer, videoId: string, timeMs: number): string {
  const halfHour = Math.floor(timeMs / halfHourMs);
  return asUuid(createHash('sha256').update(visitor).update(`\n${videoId}\n${halfHour}`).digest());
}

/**
 * One of each (viewId, videoId), since a statement may touch a row once: the first, with the longest time of all and the
 * earliest of its visitor's.
 */
function keepLongest(views: EnrichedVideoView[]): EnrichedVideoView[] {
  const byKey = new Map<string, EnrichedVideoView>();
  for (const view of views) {
    const key = `${view.viewId.toLowerCase()} ${view.videoId}`;
    const first = byKey.get(key);
    if (!first) byKey.set(key, { ...view });
    else {
      first.watchedSeconds = Math.max(first.watchedSeconds, view.watchedSeconds);
      const isEarlier = Date.parse(view.occurredAt) < Date.parse(first.occurredAt);
      if (isEarlier && view.visitor.equals(first.visitor)) first.occurredAt = view.occurredAt;
    }
  }
  return [...byKey.values()];
}
