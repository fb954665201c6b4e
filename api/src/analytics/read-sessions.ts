import type { Days, SessionAnalytics, SessionTotals } from '@voordeur/contracts/http';
import { DateTime } from 'luxon';
import type { DataSource } from 'typeorm';
import { type CountedDay, SessionCounts } from './count-sessions.js';
import { inSelection, type SessionsQuestion } from './in-selection.js';
import { describeVideos } from './read-stats.js';

/** The figures of these sessions, in one snapshot. */
export function readSessions(db: DataSource, question: SessionsQuestion): Promise<SessionAnalytics> {
  return inSelection(db, question, async (snapshot, selected, days) => {
    const counts = new SessionCounts();
    for await (const { day, kept } of selected) counts.add(day, kept);
    const videos = await counts.readVideos(snapshot, days.to);
    return {
      totals: sumDays([...counts.byDay.values()]),
      dailyStats: dailyStats(counts.byDay, days),
      hoursOfWeek: counts.hoursOfWeek,
      panels: counts.rowsOfPanels,
      videoStats: describeVideos(videos),
    };
  });
}

function dailyStats(byDay: Map<string, CountedDay>, { from, to }: Days): SessionAnalytics['dailyStats'] {
  return daysBetween(from, to).map((day) => {
    const { sessions = 0, visitors = 0, pageViews = 0 } = byDay.get(day) ?? {};
    return { day, sessions, visitors, pageViews };
  });
}

function sumDays(days: CountedDay[]): SessionTotals {
  const sum = (value: (day: CountedDay) => number) => days.reduce((total, day) => total + value(day), 0);
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
