import { queueNames, videoViewEventSchema, type VideoViewEvent } from '@voordeur/contracts/jobs';
import type { DataSource } from 'typeorm';
import type { Chunk } from '../platform/chunk-merger.js';
import { compileSchema } from '../platform/compile-schema.js';
import type { Places } from '../platform/geoip.js';
import { parseEvents } from '../platform/parse-events.js';
import { readRecorded } from '../platform/recorded-chunk.js';
import { setAside } from '../platform/rejected-event.js';
import type { SiteDays } from '../platform/site-days.js';
import { type ReadChunk, storeChunks } from '../platform/store-chunks.js';
import type { DaySalts } from '../visits/day-salts.js';
import { hashVisitor } from '../visits/hash-visitor.js';
import { keepAddress } from '../visits/keep-address.js';
import { tellBot } from '../visits/steps/tell-bot.js';
import { deriveViewId } from './derive-view-id.js';
import { keepLongest } from './keep-longest.js';
import { storeVideoViews } from './store-video-views.js';
import type { VideoViewInProgress } from './video-view-in-progress.js';

export interface RecordVideoViewsNeeds {
  db: DataSource;
  salts: DaySalts;
  days: SiteDays;
  places: Places;
  ipPrivacy: 'truncate' | 'full';
  timeZone: string;
}

const isVideoViewEvent = compileSchema<VideoViewEvent>(videoViewEventSchema);

/**
 * Makes rows and rollups of chunks of video views, in one transaction, once however often it runs. A view that is
 * sent again only raises its row; bots' views are dropped and counted. Throws when a service is away (try again),
 * and when Postgres refuses several chunks (try each alone).
 */
export async function recordVideoViews(chunks: Chunk[], needs: RecordVideoViewsNeeds): Promise<void> {
  const { db, days, timeZone } = needs;
  const done = await readRecorded(
    db.manager,
    chunks.map((chunk) => chunk.id),
  );
  const read: ReadChunk<VideoViewInProgress>[] = [];
  for (const chunk of chunks) if (!done.has(chunk.id)) read.push(await readChunk(chunk, needs));
  if (read.length === 0) return;
  await storeChunks(read, {
    db,
    day: days.dayOf(Date.now()),
    store: async (tx, views) => ({
      stored: await storeVideoViews(tx, keepLongest(views), timeZone),
      dropped: [],
    }),
    setAside: (view, reason) =>
      setAside(db.manager, queueNames.videoViews, [{ id: view.id, event: view, reason }]),
  });
}

async function readChunk(
  chunk: Chunk,
  needs: RecordVideoViewsNeeds,
): Promise<ReadChunk<VideoViewInProgress>> {
  const { events, rejected } = parseEvents(chunk.id, chunk.data, isVideoViewEvent);
  await setAside(needs.db.manager, queueNames.videoViews, rejected);
  const byPeople = events.filter((event) => !tellBot({ userAgent: event.userAgent, page: '/' }));
  const saltAt = await needs.salts.prepare(byPeople.map((event) => Date.parse(event.occurredAt)));
  return {
    id: chunk.id,
    rows: byPeople.map((event) => viewOf(event, saltAt, needs)),
    dropped: Array.from({ length: events.length - byPeople.length }, () => 'bot-video-view'),
  };
}

function viewOf(
  event: VideoViewEvent,
  saltAt: (timeMs: number) => Buffer,
  { places, ipPrivacy }: RecordVideoViewsNeeds,
): VideoViewInProgress {
  const timeMs = Date.parse(event.occurredAt);
  const visitor = hashVisitor(event, saltAt(timeMs));
  return {
    id: event.id,
    occurredAt: event.occurredAt,
    viewId: event.viewId ?? deriveViewId(visitor, event.videoId, timeMs),
    videoId: event.videoId,
    videoTitle: event.videoTitle,
    watchedSeconds: event.watchDuration,
    visitor,
    place: places.locate(event.address),
    ip: keepAddress(event.address, ipPrivacy),
  };
}
