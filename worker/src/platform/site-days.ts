import { DateTime } from 'luxon';

const quarterHourMs = 15 * 60 * 1_000;

export interface SiteDays {
  /** The calendar day (`YYYY-MM-DD`, in the site's zone) of an instant in epoch milliseconds. */
  dayOf(timeMs: number): string;
}

/** Remembers the quarters of an hour that it met: no zone changes its offset within one. */
export function siteDays(timeZone: string): SiteDays {
  const days = new Map<number, string>();
  return {
    dayOf(timeMs) {
      const quarter = Math.floor(timeMs / quarterHourMs);
      let day = days.get(quarter);
      if (day === undefined) {
        day = DateTime.fromMillis(timeMs, { zone: timeZone }).toFormat('yyyy-MM-dd');
        if (days.size >= 10_000) days.clear();
        days.set(quarter, day);
      }
      return day;
    },
  };
}
