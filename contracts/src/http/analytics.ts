/**
 * `GET /api/admin/analytics`. Counts called `visitors`, `total` and the like are page views by people. Days before our own
 * first page view can be imported from another counter: they're in these counts, by day, month, page and country, and
 * `imported` says how much. Bots, videos, hours, referrers, campaigns and the newest rows are our own alone.
 */
export interface Analytics {
  summary: AnalyticsSummary;
  /** The last 6 calendar months including the current one, oldest first, zero-filled. */
  monthlyStats: MonthStats[];
  /** By English name, including "Unknown". */
  countryStats: Record<string, number>;
  /** By path without query; the 1,000 largest, the rest under "(other)". */
  pageStats: Record<string, number>;
  /** Today, all 24 hours. */
  hourlyStats: HourStats[];
  videoStats: VideoStats[];
  recentVideoViews: RecentVideoView[];
  recentVisitors: RecentVisitor[];
  recentBots: RecentBot[];
  /** Host and port of PUBLIC_URL: a referer from there is internal navigation. */
  ownHost: string;
  /** ISO instant at which the figures were read. */
  asOf: string;
}

export interface AnalyticsSummary {
  total: number;
  today: number;
  thisWeek: number;
  thisMonth: number;
  totalVideoViews: number;
  todayVideoViews: number;
  weekVideoViews: number;
  monthVideoViews: number;
  uniqueCountries: number;
  averageDaily: number;
  totalBots: number;
  todayBots: number;
  totalWithBots: number;
  /** Distinct per day, summed. */
  uniqueVisitors: number;
  todayUniqueVisitors: number;
  /** How much of `total` another counter counted. */
  imported: number;
}

export interface MonthStats {
  /** `YYYY-MM` */
  month: string;
  /** `Nov` */
  monthShort: string;
  visitors: number;
  uniqueCountries: number;
  topCountry: string | null;
  /** How much of `visitors` another counter counted. */
  imported: number;
}

export interface HourStats {
  hour: number;
  count: number;
}

export interface VideoStats {
  videoId: string;
  title: string;
  views: number;
  /** Distinct per day, summed. */
  uniqueViewers: number;
  averageWatchTime: number;
  totalWatchTime: number;
  /** For each mark, how many views were watched at least that long. Every view reaches the 5 s that make it count. */
  reached: { seconds: WatchMark; views: number }[];
}

/** Replaces a day's pages, referrers, campaigns and videos beyond the number that is kept. */
export const otherValues = '(other)';

/** The watch times, in seconds, that views are counted at; `video_views_by_day` has a column for each. */
export const watchMarks = [10, 30, 60, 120, 300] as const;
export type WatchMark = (typeof watchMarks)[number];

/** `localTime` is `YYYY-MM-DD HH:mm:ss` in the site's time zone; `ip` is as stored, or "Unknown" once removed. */
interface Recent {
  localTime: string;
  city: string;
  country: string;
  ip: string;
}

export interface RecentVideoView extends Recent {
  videoTitle: string;
  watchDuration: number;
}

export interface RecentVisitor extends Recent {
  page: string;
  /** "Direct" or the URL; the page labels it. */
  referer: string;
}

export interface RecentBot extends Recent {
  userAgent: string;
  botClass: BotClass;
  reason: BotReason;
  name: string;
}

export type BotReason = 'user-agent' | 'no-agent' | 'headless' | 'probe';

/** Why a page view by a person may be a robot's after all; it counts as a person's. */
export const suspicions = ['webdriver', 'hosting-network'] as const;
export type Suspicion = (typeof suspicions)[number];

export const botClasses = ['search', 'ai', 'monitor', 'tool', 'other'] as const;
export type BotClass = (typeof botClasses)[number];

/**
 * The values of `?last=`: days and calendar months that end today, including the current one; `yesterday`, and the calendar
 * year before this one.
 */
export const rangeNames = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'month-to-date',
  '6m',
  '12m',
  'last-year',
  'all',
] as const;
export type RangeName = (typeof rangeNames)[number];

/** The values of `?compare=`: with the same number of days right before (the default), the same days a year earlier, or nothing. */
export const comparisons = ['before', 'year', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

/** More days than any screen shows, and still few enough to list: twenty years. */
export const maxRangeDays = 7_305;

/**
 * `GET /api/admin/analytics/range?last=30d`, or `?from=&to=`: the figures of the days from..to, both inclusive, and of those
 * they're compared with.
 */
export interface RangeAnalytics extends RangeFigures {
  /** The summary of `GET /api/admin/analytics`, from the same snapshot: nothing in it contradicts the rest. */
  overall: AnalyticsSummary;
}

/** Figures of the given days alone. */
export interface RangeFigures {
  from: string;
  to: string;
  summary: RangeTotals & {
    totalWithBots: number;
    uniqueCountries: number;
    averageDaily: number;
  };
  /** Null if nothing is compared, or if figures begin later than these days do. */
  before: ComparedRange | null;
  dailyStats: DayStats[];
  hoursOfWeek: HoursOfWeek;
  /** `code` is ISO 3166-1 alpha-2, or `ZZ` for "Unknown". */
  countryStats: { code: string; country: string; visitors: number }[];
  pageStats: Record<string, number>;
  videoStats: VideoStats[];
  referrerStats: { host: string; visitors: number }[];
  campaignStats: { source: string; medium: string; campaign: string; visitors: number }[];
  botStats: { botClass: BotClass; reason: BotReason; bots: number }[];
  asOf: string;
}

export interface RangeTotals {
  total: number;
  totalVideoViews: number;
  totalBots: number;
  uniqueVisitors: number;
  /** How much of `total` another counter counted. */
  imported: number;
}

/** The days that a range is compared with. */
export interface ComparedRange extends RangeTotals {
  from: string;
  to: string;
  dailyStats: DayStats[];
  hoursOfWeek: HoursOfWeek;
}

/** Page views by people in each hour of the week: seven days from Monday, 24 hours each. Imported days know no hours. */
export type HoursOfWeek = number[][];

export interface DayStats {
  /** `YYYY-MM-DD` */
  day: string;
  visitors: number;
  uniqueVisitors: number;
  videoViews: number;
  bots: number;
  /** Another counter counted this day. */
  imported: boolean;
}

/** Days in the site's time zone, `YYYY-MM-DD`, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

/** Views that lasted longer are counted as this long. */
export const longestCountedSeconds = 3_600;

/** `GET /api/admin/analytics/videos/:videoId/retention`: how long a video was watched in the days from..to, both inclusive. */
export interface VideoRetention {
  videoId: string;
  from: string;
  to: string;
  /** For each second from 0 to that of the longest view: how many views lasted so long or longer. Empty without views. */
  reached: number[];
}
