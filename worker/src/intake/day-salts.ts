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
    for (const day of days) {
      if ((this.salts.get(day)?.until ?? 0) > nowMs) continue;
      this.salts.set(day, { salt: await this.fetch(day), until: nowMs + rememberMs });
    }
    for (const [day, { until }] of this.salts) if (until <= nowMs) this.salts.delete(day);
    return (timeMs) => {
      const known = this.salts.get(this.days.dayOf(timeMs));
      if (!known) throw new Error('a day without its salt');
      return known.salt;
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
