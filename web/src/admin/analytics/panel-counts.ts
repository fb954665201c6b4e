import { maxPanelRows, type Panel, type RangeFigures, type SessionAnalytics } from '@voordeur/contracts/http';
import { largestFirst } from './formats';

/** The unit a panel counts: page views, called `visitors` in an answer, or sessions. */
export type Counted = 'visitors' | 'pageViews' | 'sessions';

export interface PanelCounts {
  counted: Counted;
  rows: CountRow[];
  /** The rows' counts are shares of this. */
  total: number;
}

export interface CountRow {
  /** As a filter has it. */
  value: string;
  count: number;
  /** In the compared days; undefined where that isn't known. */
  before: number | undefined;
}

type Counts = [value: string, count: number][];

const listsOfRange = {
  page: ({ pageStats }) => largestFirst(pageStats),
  referrer: ({ referrerStats }) => referrerStats.map(({ host, visitors }) => [host, visitors]),
  campaign: ({ campaignStats }) =>
    campaignStats.map(({ source, medium, campaign, visitors }) => [
      [source, medium, campaign].join('\n'),
      visitors,
    ]),
  country: ({ countryStats }) =>
    countryStats.map(({ code, visitors }) => [code === 'ZZ' ? '' : code, visitors]),
} satisfies Partial<Record<Panel, (range: RangeFigures) => Counts>>;

/** The panels that count page views; the others are of sessions alone. */
export type PageViewPanel = keyof typeof listsOfRange;

export function isPageViewPanel(name: string): name is PageViewPanel {
  return name in listsOfRange;
}

/** The page views by people of a period, with those of the compared days. */
export function countsOfRange(
  panel: PageViewPanel,
  now: RangeFigures,
  before: RangeFigures | undefined,
): PanelCounts {
  const list = listsOfRange[panel];
  return {
    counted: 'visitors',
    rows: besideThoseBefore(list(now), before && list(before)),
    total: now.summary.total,
  };
}

/** Sessions, or of pages the page views inside them. */
export function countsOfSessions(
  panel: Panel,
  now: SessionAnalytics,
  before: SessionAnalytics | undefined,
): PanelCounts {
  const list = ({ panels }: SessionAnalytics): Counts =>
    panels[panel].rows.map(({ value, sessions, pageViews }) => [value, pageViews ?? sessions]);
  const counted = panel === 'page' ? 'pageViews' : 'sessions';
  return {
    counted,
    rows: besideThoseBefore(list(now), before && list(before)),
    total: now.totals[counted],
  };
}

/** By the hour in which they began, on all days of the week together; the busiest first. */
export function countsOfHours(
  { hoursOfWeek }: Pick<RangeFigures, 'hoursOfWeek'>,
  before: Pick<RangeFigures, 'hoursOfWeek'> | undefined,
  counted: Counted,
): PanelCounts {
  const list = (week: number[][]): Counts =>
    Array.from({ length: 24 }, (_, hour): Counts[number] => [
      String(hour),
      week.reduce((sum, hours) => sum + (hours[hour] ?? 0), 0),
    ])
      .filter(([, count]) => count > 0)
      .sort(([, a], [, b]) => b - a);
  const rows = besideThoseBefore(list(hoursOfWeek), before && list(before.hoursOfWeek));
  return { counted, rows, total: rows.reduce((sum, { count }) => sum + count, 0) };
}

function besideThoseBefore(now: Counts, before: Counts | undefined): CountRow[] {
  const counts = new Map(before);
  // A value missing from a cut list may still have occurred.
  const isWhole = before !== undefined && before.length < maxPanelRows;
  return now.map(([value, count]) => ({
    value,
    count,
    before: counts.get(value) ?? (isWhole ? 0 : undefined),
  }));
}
