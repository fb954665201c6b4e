import {
  type Days,
  type Panel,
  panels,
  type PanelRows,
  type SessionAnalytics,
  type SessionTotals,
  sourceClasses,
} from '@voordeur/contracts/http';
import { DateTime } from 'luxon';
import type { DataSource } from 'typeorm';
import { type CountedSessions, countedSessions, countedVideos } from './count-sessions.js';
import { resolveAll } from './query.js';
import { inSelection, type SessionsQuestion } from './in-selection.js';
import { describeVideos, hoursOfWeek, type VideoRow } from './read-stats.js';

/** The figures of these sessions, in one snapshot. */
export function readSessions(db: DataSource, question: SessionsQuestion): Promise<SessionAnalytics> {
  return inSelection(db, question, async (snapshot, selected, days) => {
    const { values } = selected;
    const { counted, videos } = await resolveAll({
      // The largest result first, as in readAnalytics.
      counted: snapshot.query<CountedSessions>({ text: countedSessions(selected), values }),
      videos: snapshot.query<VideoRow>({ text: countedVideos(selected), values }),
    });
    return { ...describeSessions(counted.rows, days), videoStats: describeVideos(videos.rows) };
  });
}

function describeSessions(
  rows: CountedSessions[],
  { from, to }: Days,
): Pick<SessionAnalytics, 'totals' | 'dailyStats' | 'hoursOfWeek' | 'panels'> {
  const ofPanels = Object.fromEntries(
    panels.map((panel) => [panel, { rows: [], more: 0 }]),
  ) as unknown as Record<Panel, PanelRows>;
  const hours: Parameters<typeof hoursOfWeek>[0] = [];
  const byDay = new Map<string, CountedSessions>();
  for (const row of rows) {
    const { panel, value, sessions } = row;
    if (panel === 'day') byDay.set(value, row);
    else if (panel === 'hour')
      hours.push({
        weekday: 1 + Math.floor(Number(value) / 24),
        hour: Number(value) % 24,
        count: sessions,
      });
    else {
      const name = panel === 'source' ? (sourceClasses[Number(value)] ?? value) : value;
      ofPanels[panel].rows.push({
        value: name,
        sessions,
        ...(panel === 'page' && { pageViews: row.pageViews }),
      });
      ofPanels[panel].more = row.more;
    }
  }
  const dailyStats = daysBetween(from, to).map((day) => {
    const { sessions = 0, visitors = 0, pageViews = 0 } = byDay.get(day) ?? {};
    return { day, sessions, visitors, pageViews };
  });
  return {
    totals: sumDays([...byDay.values()]),
    dailyStats,
    hoursOfWeek: hoursOfWeek(hours),
    panels: ofPanels,
  };
}

function sumDays(days: CountedSessions[]): SessionTotals {
  const sum = (value: (day: CountedSessions) => number) => days.reduce((total, day) => total + value(day), 0);
  return {
    sessions: sum(({ sessions }) => sessions),
    visitors: sum(({ visitors }) => visitors),
    pageViews: sum(({ pageViews }) => pageViews),
    bounces: sum(({ bounces }) => bounces),
    seconds: Math.round(sum(({ milliseconds }) => milliseconds) / 1_000),
    videoSeconds: sum(({ videoSeconds }) => videoSeconds),
    suspected: sum(({ suspected }) => suspected),
  };
}

function daysBetween(from: string, to: string): string[] {
  const start = DateTime.fromISO(from, { zone: 'utc' });
  const count = DateTime.fromISO(to, { zone: 'utc' }).diff(start, 'days').days + 1;
  return Array.from({ length: count }, (_, days) => start.plus({ days }).toFormat('yyyy-MM-dd'));
}
