import {
  type HoursOfWeek,
  type Panel,
  panels,
  type PanelRow,
  type PanelRows,
  sessionDimensionNames,
  sourceClasses,
  watchMarks,
} from '@voordeur/contracts/http';
import type { SessionColumns } from '@voordeur/server';
import { DateTime } from 'luxon';
import type { Snapshot } from './query.js';
import { hoursOfWeek, type VideoRow } from './read-stats.js';
import type { SessionDay } from './session-days.js';
import { countPages, countPlaces, ValueCounts } from './value-counts.js';

/** Counts over the sessions of a day. */
export interface CountedDay {
  sessions: number;
  visitors: number;
  pageViews: number;
  bounces: number;
  milliseconds: number;
  videoSeconds: number;
  suspected: number;
}

/** Their values are parts of a client's name, in this order. */
const clientPanels = ['device', 'browser', 'system'] as const satisfies Panel[];

/** Counts sessions, a day at a time, for all panels of a screen. */
export class SessionCounts {
  readonly byDay = new Map<string, CountedDay>();
  private readonly hours = new Map<string, number>();
  private readonly videos = new Map<string, VideoRow>();
  private readonly clients = new ValueCounts();
  private readonly panels = Object.fromEntries(panels.map((panel) => [panel, new ValueCounts()])) as Record<
    Panel,
    ValueCounts
  >;

  /** `kept` are the places of those sessions that count. */
  add({ day, columns }: SessionDay, kept: Uint32Array): void {
    const { numbers, values } = columns;
    this.byDay.set(day, countDay(columns, kept));
    this.addHours(day, countPlaces(numbers.hour, kept, 24));
    const { sessions, views } = countPages(columns, kept);
    this.panels.page.add(values.page, sessions, views);
    this.panels.entry.add(values.page, countPlaces(numbers.entry, kept, values.page.length));
    this.panels.exit.add(values.page, countPlaces(numbers.exit, kept, values.page.length));
    for (const panel of sessionDimensionNames)
      this.panels[panel].add(values[panel], countPlaces(numbers[panel], kept, values[panel].length));
    this.panels.source.add(sourceClasses, countPlaces(numbers.source, kept, sourceClasses.length));
    this.clients.add(values.client, countPlaces(numbers.client, kept, values.client.length));
    this.addVideos(columns, kept);
  }

  get hoursOfWeek(): HoursOfWeek {
    return hoursOfWeek(
      [...this.hours].map(([key, count]) => {
        const [weekday = 0, hour = 0] = key.split(' ').map(Number);
        return { weekday, hour, count };
      }),
    );
  }

  /** Most views first, with the titles that they had on the day `to`. */
  async readVideos(snapshot: Snapshot, to: string): Promise<VideoRow[]> {
    // A view after midnight is of the day before, so its title may be of the day after.
    const { rows } = await snapshot.query<{ videoId: string; title: string | null }>({
      text: `-- video-titles: What were these videos called on this day?
        select video_id as "videoId", (select title from videos_by_day where video_id = one.video_id
          order by day > $2, day desc limit 1) as title
        from unnest($1::text[]) as one (video_id)`,
      values: [[...this.videos.keys()], to],
    });
    const titles = new Map(rows.map(({ videoId, title }) => [videoId, title]));
    return [...this.videos.values()]
      .map((video) => ({ ...video, title: titles.get(video.videoId) ?? '' }))
      .sort((a, b) => b.views - a.views || (a.videoId < b.videoId ? -1 : 1));
  }

  get rowsOfPanels(): Record<Panel, PanelRows> {
    for (const [part, panel] of clientPanels.entries())
      this.panels[panel] = this.clients.renamed((client) => client.split('\n')[part] ?? '');
    return Object.fromEntries(
      panels.map((panel) => {
        const { rows, more } = this.panels[panel].ranked();
        const described = rows.map(({ value, sessions, weight }): PanelRow => ({
          ...{ value, sessions },
          ...(panel === 'page' && { pageViews: weight }),
        }));
        return [panel, { rows: described, more }];
      }),
    ) as Record<Panel, PanelRows>;
  }

  private addHours(day: string, counts: Uint32Array): void {
    const { weekday } = DateTime.fromISO(day, { zone: 'utc' });
    for (const [hour, count] of counts.entries()) {
      const key = `${weekday} ${hour}`;
      if (count > 0) this.hours.set(key, (this.hours.get(key) ?? 0) + count);
    }
  }

  private addVideos({ numbers, values }: SessionColumns, kept: Uint32Array): void {
    const { viewSession, viewVideo, viewSeconds, visitor } = numbers;
    if (viewSession.length === 0) return;
    const isKept = new Uint8Array(visitor.length);
    for (const session of kept) isKept[session] = 1;
    const viewers = new Set<string>();
    for (const [view, session] of viewSession.entries()) {
      if (isKept[session] === 0) continue;
      const videoId = values.video[viewVideo[view] ?? 0] ?? '';
      const seconds = viewSeconds[view] ?? 0;
      const video = this.videos.get(videoId) ?? noViews(videoId);
      this.videos.set(videoId, video);
      video.views += 1;
      video.totalWatchTime += seconds;
      video.reached = video.reached.map(
        (views, mark) => views + (seconds >= (watchMarks[mark] ?? 0) ? 1 : 0),
      );
      const viewer = `${visitor[session]} ${videoId}`;
      if (!viewers.has(viewer)) video.uniqueViewers += 1;
      viewers.add(viewer);
    }
  }
}

const noViews = (videoId: string): VideoRow => ({
  ...{ videoId, title: '', views: 0, uniqueViewers: 0, totalWatchTime: 0 },
  reached: watchMarks.map(() => 0),
});

function countDay({ numbers }: SessionColumns, kept: Uint32Array): CountedDay {
  const { visitor, pageViews, lasted, videoSeconds, isSuspected } = numbers;
  const sums = { visitors: 0, pageViews: 0, bounces: 0, milliseconds: 0, videoSeconds: 0, suspected: 0 };
  let lastVisitor;
  for (const session of kept) {
    // Sessions are in the order of their visitors.
    if (visitor[session] !== lastVisitor) sums.visitors += 1;
    lastVisitor = visitor[session];
    sums.pageViews += pageViews[session] ?? 0;
    if (pageViews[session] === 1) sums.bounces += 1;
    sums.milliseconds += lasted[session] ?? 0;
    sums.videoSeconds += videoSeconds[session] ?? 0;
    sums.suspected += isSuspected[session] ?? 0;
  }
  return { sessions: kept.length, ...sums };
}
