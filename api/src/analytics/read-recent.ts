import type { BotReason, RecentBot, RecentVideoView, RecentVisitor } from '@voordeur/contracts/http';
import { countryName, unknownPlace } from './read-stats.js';
import { loadQuery, type Snapshot } from './query.js';

interface LocatedRow {
  local_time: string;
  country: string;
  city: string | null;
  ip: string | null;
}

const recentVisitors = loadQuery<LocatedRow & { page: string; referrer: string | null }>('recent-visitors');
const recentBots = loadQuery<
  LocatedRow & { user_agent: string | null; bot_reason: BotReason; bot_name: string | null }
>('recent-bots');
const recentVideoViews = loadQuery<LocatedRow & { video_title: string; watched_seconds: number }>(
  'recent-video-views',
);

/** The newest 50 page views by people. */
export async function readRecentVisitors(snapshot: Snapshot, timeZone: string): Promise<RecentVisitor[]> {
  const rows = await recentVisitors(snapshot, [timeZone]);
  return rows.map((row) => ({ ...timeAndPlace(row), page: row.page, referer: row.referrer ?? 'Direct' }));
}

/** The newest 50 page views by bots. */
export async function readRecentBots(snapshot: Snapshot, timeZone: string): Promise<RecentBot[]> {
  const rows = await recentBots(snapshot, [timeZone]);
  return rows.map((row) => ({
    ...timeAndPlace(row),
    userAgent: row.user_agent ?? '',
    reason: row.bot_reason,
    name: row.bot_name ?? 'Unknown',
  }));
}

/** The newest 50 video views. */
export async function readRecentVideoViews(snapshot: Snapshot, timeZone: string): Promise<RecentVideoView[]> {
  const rows = await recentVideoViews(snapshot, [timeZone]);
  return rows.map((row) => ({
    ...timeAndPlace(row),
    videoTitle: row.video_title,
    watchDuration: row.watched_seconds,
  }));
}

function timeAndPlace(row: LocatedRow) {
  return {
    localTime: row.local_time,
    city: row.city ?? unknownPlace,
    country: countryName(row.country),
    ip: row.ip ?? unknownPlace,
  };
}
