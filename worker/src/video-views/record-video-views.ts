import { queueNames, videoViewEventSchema, type VideoViewEvent } from '@voordeur/contracts/jobs';
import type { DataSource } from 'typeorm';
import { compileSchema } from '../platform/compile-schema.js';
import type { Places } from '../platform/geoip.js';
import { parseEvents } from '../platform/parse-events.js';
import { isRecorded, recordChunk, tally } from '../platform/recorded-chunk.js';
import { isRefusedData } from '../platform/refused-by-postgres.js';
import { setAside } from '../platform/rejected-event.js';
import type { SiteDays } from '../platform/site-days.js';
import { storeOrSetAside } from '../platform/store-or-set-aside.js';
import type { DaySalts } from '../visits/day-salts.js';
import { hashVisitor } from '../visits/hash-visitor.js';
import { keepAddress } from '../visits/keep-address.js';
import { tellBot } from '../visits/steps/tell-bot.js';
import type { DropReason } from '../visits/visit-in-progress.js';
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
 * Makes rows and rollups of a chunk of video views, once however often it runs. A view that is sent again only
 * raises its row; bots' views are dropped and counted. Throws when a service is away: try again.
 */
export async function recordVideoViews(
  chunkId: string,
  data: unknown,
  needs: RecordVideoViewsNeeds,
): Promise<void> {
  const { db, days, timeZone } = needs;
  if (await isRecorded(db.manager, chunkId)) return;
  const { events, rejected } = parseEvents(chunkId, data, isVideoViewEvent);
  await setAside(db.manager, queueNames.videoViews, rejected);

  const byPeople = events.filter((event) => !tellBot({ userAgent: event.userAgent, page: '/' }));
  const saltAt = await needs.salts.prepare(byPeople.map((event) => Date.parse(event.occurredAt)));
  const views = keepLongest(byPeople.map((event) => viewOf(event, saltAt, needs)));
  const dropped = tally(Array<DropReason>(events.length - byPeople.length).fill('bot-video-view'));

  const day = days.dayOf(Date.now());
  try {
    await db.transaction(async (tx) => {
      await recordChunk(tx, chunkId, { stored: await storeVideoViews(tx, views, timeZone), dropped }, day);
    });
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    const pieces = await storeOrSetAside(
      views,
      (some) => db.transaction((tx) => storeVideoViews(tx, some, timeZone)),
      (view, reason) => setAside(db.manager, queueNames.videoViews, [{ id: view.id, event: view, reason }]),
    );
    const stored = pieces.reduce((total, piece) => total + piece, 0);
    await recordChunk(db.manager, chunkId, { stored, dropped }, day);
  }
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
