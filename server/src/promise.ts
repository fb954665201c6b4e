import { type Weekday, weekdays } from '@voordeur/contracts/http';
import { DateTime } from 'luxon';

/** The site promises an answer within this time. */
const promisedMs = 24 * 3_600_000;

/** The days that don't count, in the site's zone. */
export interface DaysOff {
  daysOff: readonly Weekday[];
  timeZone: string;
}

/** When the promised time is over. The hours of days off don't count; all others do, nights too. */
export function promisedBy(receivedMs: number, off: DaysOff): number {
  let leftMs = promisedMs;
  let atMs = receivedMs;
  for (;;) {
    const day = DateTime.fromMillis(atMs, { zone: off.timeZone }).startOf('day');
    const endMs = day.plus({ days: 1 }).toMillis();
    if (!isOff(day, off)) {
      if (endMs - atMs >= leftMs) return atMs + leftMs;
      leftMs -= endMs - atMs;
    }
    atMs = endMs;
  }
}

/** The inverse: leads received before this instant are past their promised time now. */
export function lateBefore(nowMs: number, off: DaysOff): number {
  let leftMs = promisedMs;
  let atMs = nowMs;
  for (;;) {
    // A midnight ends the day before it.
    const day = DateTime.fromMillis(atMs - 1, { zone: off.timeZone }).startOf('day');
    const startMs = day.toMillis();
    if (!isOff(day, off)) {
      if (atMs - startMs >= leftMs) return atMs - leftMs;
      leftMs -= atMs - startMs;
    }
    atMs = startMs;
  }
}

function isOff(day: DateTime, { daysOff }: DaysOff): boolean {
  const weekday = weekdays[day.weekday - 1];
  return weekday !== undefined && daysOff.includes(weekday);
}
