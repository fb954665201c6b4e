import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { SiteDays } from '../platform/site-days.js';

/** How long a process remembers a salt before it records again that the salt is in use. */
const rememberMs = 10 * 60 * 1_000;

/** Salts of the days of events, shared by all workers through `day_salts`. */
export class DaySalts {
  private readonly salts = new Map<string, { salt: Buffer; until: number }>();

  constructor(
    private readonly db: DataSource,
    private readonly days: SiteDays,
  ) {}

  /** Fetches or creates the salts of these instants' days (epoch ms), and returns how to look each up. */
  async prepare(timesMs: number[], nowMs = Date.now()): Promise<(timeMs: number) => Buffer> {
    const days = new Set(timesMs.map((time) => this.days.dayOf(time)));
    // Local to this call: another may forget a day while this one waits for the next.
    const found = new Map<string, Buffer>();
    for (const day of days) {
      let known = this.salts.get(day);
      if (!known || known.until <= nowMs) {
        known = { salt: await this.fetch(day), until: nowMs + rememberMs };
        this.salts.set(day, known);
      }
      found.set(day, known.salt);
    }
    for (const [day, { until }] of this.salts) if (until <= nowMs) this.salts.delete(day);
    return (timeMs) => {
      const salt = found.get(this.days.dayOf(timeMs));
      if (!salt) throw new Error('a day without its salt');
      return salt;
    };
  }

  private async fetch(day: string): Promise<Buffer> {
    const rows: { salt: Buffer }[] = await this.db.query(
      `insert into day_salts (day, salt) values ($1, $2)
      on conflict (day) do update set used_at = now() returning salt`,
      [day, randomBytes(16)],
    );
    const [row] = rows;
    if (!row) throw new Error('day_salts gave no row');
    return row.salt;
  }
}
