import { DateTime } from 'luxon';

const quarterHourMs = 15 * 60 * 1_000;

/** Calendar days of the site's zone. Remembers the quarters of an hour it has seen: no zone changes its offset within one. */
export class SiteDays {
  private readonly days = new Map<number, string>();

  constructor(private readonly timeZone: string) {}

  /** The day (`YYYY-MM-DD`) of an instant in epoch milliseconds. */
  dayOf(timeMs: number): string {
    const quarter = Math.floor(timeMs / quarterHourMs);
    let day = this.days.get(quarter);
    if (day === undefined) {
      day = DateTime.fromMillis(timeMs, { zone: this.timeZone }).toFormat('yyyy-MM-dd');
      if (this.days.size >= 10_000) this.days.clear();
      this.days.set(quarter, day);
    }
    return day;
  }
}
