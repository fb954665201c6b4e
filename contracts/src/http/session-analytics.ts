import type { Days, HoursOfWeek, VideoStats } from './analytics.js';
import { sessionDimensionNames } from './dimensions.js';

/** Subjects of the panels, each a dimension that can be filtered by. */
export const panels = [
  'page',
  'entry',
  'exit',
  'source',
  ...sessionDimensionNames,
  'device',
  'browser',
  'system',
] as const;
export type Panel = (typeof panels)[number];

/**
 * `GET /api/admin/analytics/sessions?last=30d&filter=country:is:NL`: the sessions that began in the days from..to and for which
 * all filters hold. Range and comparison are given as for `/range`, filters as `writeFilter` writes them.
 */
export interface SessionAnalytics {
  from: string;
  to: string;
  /** The days to compare with, whose figures are another call; null as in `/range`. */
  before: Days | null;
  totals: SessionTotals;
  dailyStats: SessionDay[];
  /** Sessions by the hour in which they began. */
  hoursOfWeek: HoursOfWeek;
  panels: Record<Panel, PanelRows>;
  /** Video views in these sessions. */
  videoStats: VideoStats[];
  asOf: string;
}

export interface SessionTotals {
  sessions: number;
  /** Distinct per day, summed. */
  visitors: number;
  pageViews: number;
  /** Sessions of one page view. */
  bounces: number;
  /** From first to last page view, of all sessions. */
  seconds: number;
  videoSeconds: number;
  /** Sessions that may be a robot's. */
  suspected: number;
}

export interface SessionDay extends Pick<SessionTotals, 'sessions' | 'visitors' | 'pageViews'> {
  /** `YYYY-MM-DD`; every day of the range. */
  day: string;
}

/** The most frequent values first, at most `maxPanelRows`. */
export interface PanelRows {
  rows: PanelRow[];
  /** Values that aren't listed. */
  more: number;
}

export interface PanelRow {
  /** As a filter has it. */
  value: string;
  sessions: number;
  /** Page views inside the sessions; of pages alone. */
  pageViews?: number;
}

export const maxPanelRows = 1_000;
