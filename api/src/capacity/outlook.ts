import type { CapacityOutlook } from '@voordeur/contracts/http';
import { DateTime } from 'luxon';

const monthDays = 30;
/** With fewer page views in a month than this, its growth is mostly chance. */
const fewestPageViews = 100;
const longestYears = 10;

/** The first days of the last full month of 30 days, of the one before it, and the day after both, which is today. */
export function monthsBefore(now: Date, timeZone: string): { before: string; latest: string; today: string } {
  const today = DateTime.fromJSDate(now, { zone: timeZone }).startOf('day');
  const daysAgo = (days: number) => today.minus({ days }).toFormat('yyyy-MM-dd');
  return { before: daysAgo(2 * monthDays), latest: daysAgo(monthDays), today: daysAgo(0) };
}

/** Page views, bots included, of the two months that `monthsBefore` names. */
export interface Traffic {
  /** `YYYY-MM-DD`; null without any. */
  firstDay: string | null;
  before: number;
  latest: number;
}

/** 0.12 for 12 % more than in the month before; null if there is too little to say so. */
export function growthOf({ firstDay, before, latest }: Traffic, now: Date, timeZone: string): number | null {
  if (firstDay === null || firstDay > monthsBefore(now, timeZone).before) return null;
  if (before < fewestPageViews || latest < fewestPageViews) return null;
  return latest / before - 1;
}

/**
 * The month in which the busiest second reaches what is stored a second, if each month of 30 days adds the same share to the
 * one before. `growth` is null with too little data; `capacity` before it was measured.
 */
export function enoughUntil(
  {
    capacity,
    busiestSecond,
    growth,
  }: { capacity: number | null; busiestSecond: number; growth: number | null },
  now: Date,
  timeZone: string,
): CapacityOutlook {
  if (capacity === null) return { state: 'unmeasured' };
  if (busiestSecond >= capacity) return { state: 'exceeded' };
  if (growth === null) return { state: 'too-little-data' };
  if (growth <= 0) return { state: 'not-growing' };
  const days = (monthDays * Math.log(capacity / busiestSecond)) / Math.log1p(growth);
  const today = DateTime.fromJSDate(now, { zone: timeZone });
  if (days > today.plus({ years: longestYears }).diff(today, 'days').days) return { state: 'over-ten-years' };
  return { state: 'until', month: today.plus({ days: Math.floor(days) }).toFormat('yyyy-MM') };
}
