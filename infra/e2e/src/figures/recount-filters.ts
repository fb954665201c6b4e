import {
  type Days,
  type Filter,
  type Panel,
  panels,
  type SessionAnalytics,
  watchMarks,
} from '@voordeur/contracts/http';
import { groupBy, type RecountedSession } from '@voordeur/worker/testing';
import type { DataSource } from 'typeorm';

/** A session with its video views. */
export interface WatchedSession extends RecountedSession {
  watched: { video: string; title: string; seconds: number; atMs: number }[];
}

/** Gives each video view to the session of its visitor that began last before it, else to their first. */
export async function addVideoViews(db: DataSource, sessions: RecountedSession[]): Promise<WatchedSession[]> {
  const all = sessions.map((session): WatchedSession => ({ ...session, watched: [] }));
  const byVisitor = groupBy(all, ({ hash }) => hash);
  const views = await db.query<
    { visitor: string; video: string; title: string; seconds: number; at: Date }[]
  >(
    `select encode(visitor, 'hex') as visitor, video_id as video, video_title as title, watched_seconds as seconds,
      occurred_at as at from video_views`,
  );
  for (const { visitor, at, ...view } of views) {
    const theirs = (byVisitor.get(visitor) ?? []).toSorted((a, b) => (a.start < b.start ? -1 : 1));
    const owner = theirs.findLast(({ start }) => Date.parse(start) <= at.getTime()) ?? theirs[0];
    owner?.watched.push({ ...view, atMs: at.getTime() });
  }
  return all;
}

const assistants =
  /(^|\.)(chatgpt\.com|chat\.openai\.com|claude\.ai|copilot\.microsoft\.com|perplexity\.ai|gemini\.google\.com)(:\d+)?$/;
const engines =
  /(^|\.)(google\.[a-z]{2,3}(\.[a-z]{2})?|bing\.com|duckduckgo\.com|ecosia\.org|yahoo\.com|baidu\.com|yandex\.[a-z]+)(:\d+)?$/;

function sourceOf({ referrer, campaign }: RecountedSession): string {
  const [marked = ''] = campaign.split('\n');
  if (assistants.test(referrer) || assistants.test(marked)) return 'assistant';
  if (campaign !== '') return 'campaign';
  if (engines.test(referrer)) return 'search';
  return referrer === '' ? 'direct' : 'referral';
}

/** The session's values for a filter, one of which must match. */
export function valuesOf(session: WatchedSession, dimension: Filter['dimension']): string[] {
  const [device = '', browser = '', system = ''] = session.client.split('\n');
  switch (dimension) {
    case 'page':
      return session.pages;
    case 'entry':
    case 'exit':
      return [session[dimension]];
    case 'referrer':
      return [session.referrer];
    case 'campaign':
      return [session.campaign];
    case 'source':
      return [sourceOf(session)];
    case 'country':
      return [session.country];
    case 'language':
      return [session.language];
    case 'device':
      return [device];
    case 'browser':
      return [browser];
    case 'system':
      return [system];
    case 'video':
      return session.watched.length > 0 ? session.watched.map(({ video }) => video) : [''];
    case 'goal':
      return session.goals.length > 0 ? session.goals : [''];
    case 'hour':
      return [String(session.hour)];
    case 'suspected':
      return [session.isSuspected ? 'yes' : 'no'];
    case 'bot':
      throw new Error('sessions are not of bots');
  }
}

function holds(session: WatchedSession, { dimension, operator, value }: Filter): boolean {
  const values = valuesOf(session, dimension);
  if (operator === 'contains') return values.some((one) => one.toLowerCase().includes(value.toLowerCase()));
  return values.includes(value);
}

/** Whether in each dimension one positive filter holds and no `is-not` filter excludes it. */
export function isSelected(session: WatchedSession, filters: Filter[]): boolean {
  if (filters.some((filter) => filter.operator === 'is-not' && holds(session, filter))) return false;
  const positive = filters.filter(({ operator }) => operator !== 'is-not');
  return positive.every(({ dimension }) =>
    positive.some((filter) => filter.dimension === dimension && holds(session, filter)),
  );
}

type Counts = Map<string, { sessions: number; pageViews: number }>;

const sum = <Item>(items: Item[], value: (item: Item) => number) =>
  items.reduce((total, item) => total + value(item), 0);

/** The figures of these sessions, counted one after another; panels as all of their values. */
export function countFigures(sessions: WatchedSession[], { from, to }: Days) {
  const visitorsOf = (some: WatchedSession[]) => new Set(some.map(({ hash }) => hash)).size;
  const byDay = groupBy(sessions, ({ day }) => day);
  const hoursOfWeek = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { day, hour } of sessions) {
    const ofDay = hoursOfWeek[(new Date(day).getUTCDay() + 6) % 7];
    ofDay?.splice(hour, 1, (ofDay[hour] ?? 0) + 1);
  }
  const dailyStats: SessionAnalytics['dailyStats'] = [];
  for (let day = from; day <= to; day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)) {
    const ofDay = byDay.get(day) ?? [];
    dailyStats.push({
      ...{ day, sessions: ofDay.length, visitors: visitorsOf(ofDay) },
      pageViews: sum(ofDay, ({ views }) => views),
    });
  }
  return {
    totals: {
      sessions: sessions.length,
      visitors: sum(dailyStats, ({ visitors }) => visitors),
      pageViews: sum(sessions, ({ views }) => views),
      bounces: sessions.filter(({ views }) => views === 1).length,
      seconds: Math.round(sum(sessions, ({ lastedMs }) => lastedMs) / 1_000),
      videoSeconds: sum(sessions, ({ watched }) => sum(watched, ({ seconds }) => seconds)),
      suspected: sessions.filter(({ isSuspected }) => isSuspected).length,
    },
    dailyStats,
    hoursOfWeek,
    panels: Object.fromEntries(panels.map((panel) => [panel, countPanel(sessions, panel)])) as Record<
      Panel,
      Counts
    >,
    videoStats: countVideos(sessions),
  };
}

function countPanel(sessions: WatchedSession[], panel: Panel): Counts {
  const counts: Counts = new Map();
  for (const session of sessions) {
    const values = valuesOf(session, panel);
    for (const value of new Set(values)) {
      const known = counts.get(value) ?? { sessions: 0, pageViews: 0 };
      known.sessions += 1;
      known.pageViews += values.filter((one) => one === value).length;
      counts.set(value, known);
    }
  }
  return counts;
}

function countVideos(sessions: WatchedSession[]): SessionAnalytics['videoStats'] {
  const views = sessions.flatMap(({ watched, hash }) => watched.map((view) => ({ ...view, viewer: hash })));
  return [...groupBy(views, ({ video }) => video)]
    .map(([videoId, ofVideo]) => {
      const totalWatchTime = sum(ofVideo, ({ seconds }) => seconds);
      return {
        videoId,
        title: ofVideo.toSorted((a, b) => b.atMs - a.atMs)[0]?.title ?? '',
        views: ofVideo.length,
        uniqueViewers: new Set(ofVideo.map(({ viewer }) => viewer)).size,
        averageWatchTime: Math.round(totalWatchTime / ofVideo.length),
        totalWatchTime,
        reached: watchMarks.map((mark) => ({
          seconds: mark,
          views: ofVideo.filter(({ seconds }) => seconds >= mark).length,
        })),
      };
    })
    .toSorted((a, b) => b.views - a.views || (a.videoId < b.videoId ? -1 : 1));
}
