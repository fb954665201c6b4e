import {
  goalDimensions,
  panels,
  type Analytics,
  type GoalAnalytics,
  type Panel,
  type PanelRows,
  type RangeAnalytics,
  type SessionAnalytics,
  type VideoStats,
} from '@voordeur/contracts/http';

/*
 * Answers of the api to the analytics screen.
 */
const noHours = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
const days = { from: '2026-03-09', to: '2026-03-10', asOf: '2026-03-11T12:00:00Z' };
const before = { from: '2026-03-07', to: '2026-03-08' };

const totals = { totalVideoViews: 3, totalBots: 50, uniqueVisitors: 80, imported: 0 };
const overall = { total: 9_000, totalBots: 600, imported: 0 } as Analytics['summary'];
const tour: VideoStats = {
  ...{ videoId: 'video-1', title: 'The tour', views: 3, uniqueViewers: 2 },
  ...{ averageWatchTime: 30, totalWatchTime: 90, reached: [{ seconds: 10, views: 2 }] },
};
export const range: RangeAnalytics = {
  ...{ ...days, overall, hoursOfWeek: noHours, dailyStats: [], videoStats: [tour], campaignStats: [] },
  summary: { ...totals, total: 200, totalWithBots: 250, uniqueCountries: 1, averageDaily: 100 },
  before: { ...before, ...totals, total: 100, dailyStats: [], hoursOfWeek: noHours },
  countryStats: [{ code: 'NL', country: 'Netherlands', visitors: 200 }],
  pageStats: { '/learn': 150, '(other)': 50 },
  referrerStats: [],
  botStats: [{ botClass: 'ai', reason: 'user-agent', bots: 50 }],
};
export const rangeBefore: RangeAnalytics = { ...range, pageStats: { '/learn': 100 } };
export const analytics = {
  ...{ summary: overall, monthlyStats: [], hourlyStats: [], recentVideoViews: [], recentVisitors: [] },
  ...{ recentBots: [], ownHost: 'site.example', asOf: days.asOf },
} as unknown as Analytics;

export const noGoals: GoalAnalytics = {
  ...{ ...days, before: null, goal: 'lead', sessions: 0, goals: [], funnel: [], unjoined: [] },
  dimensions: Object.fromEntries(
    goalDimensions.map((dimension) => [dimension, { rows: [], more: 0 }]),
  ) as unknown as GoalAnalytics['dimensions'],
};

/** Sessions of mobile telephones, each with two page views. */
export function sessionsOf(sessions: number): SessionAnalytics {
  const rows = sessions > 0 ? [{ value: 'mobile', sessions }] : [];
  const pages = sessions > 0 ? [{ value: '/learn', sessions, pageViews: 2 * sessions }] : [];
  const all = Object.fromEntries(panels.map((panel) => [panel, { rows: [], more: 0 }])) as unknown as Record<
    Panel,
    PanelRows
  >;
  return {
    ...{ ...days, before, hoursOfWeek: noHours, dailyStats: [], videoStats: [] },
    totals: {
      ...{ sessions, visitors: sessions, pageViews: 2 * sessions, bounces: sessions / 4 },
      ...{ seconds: 90 * sessions, videoSeconds: 0, suspected: 7 },
    },
    panels: {
      ...all,
      device: { rows, more: 0 },
      page: { rows: pages, more: 0 },
    },
  };
}
