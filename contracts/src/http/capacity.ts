/** Traffic isn't even within an hour, so the busiest second of one is taken to have this many times its average. */
export const busiestSecondFactor = 10;

/** What `make measure-capacity` found. */
export interface MeasuredCapacity {
  /** A whole number; bots count, because they're stored too. */
  pageViewsPerSecond: number;
  /** ISO instant. */
  measuredAt: string;
  /** How many processor cores the machine had then. */
  processors: number;
}

/** How long the machine is enough if page views keep growing as in the last month. */
export type CapacityOutlook =
  /** Nothing to compare with. */
  | { state: 'unmeasured' }
  /** The busiest second may already have more than can be stored. */
  | { state: 'exceeded' }
  | { state: 'too-little-data' }
  | { state: 'not-growing' }
  | { state: 'over-ten-years' }
  /** `YYYY-MM` */
  | { state: 'until'; month: string };

/**
 * `GET /api/admin/capacity`: what the machine stores, beside what comes. Page views are those of people and bots; months are
 * the last 30 full days of the site's time zone and the 30 before.
 */
export interface CapacityAnswer {
  /** Null until `make measure-capacity` has run. */
  measured: MeasuredCapacity | null;
  lastMonth: {
    pageViews: number;
    /** A second, in the busiest hour: its average, and that times `busiestSecondFactor`. */
    busiestHour: number;
    busiestSecond: number;
  };
  /** 0.12 is 12 % more page views than in the month before; null with too little data. */
  growth: number | null;
  outlook: CapacityOutlook;
}
