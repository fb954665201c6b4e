import type { DataSource, EntityManager } from 'typeorm';
import { buildDay, type DayToBuild } from './build-day.js';

/** The settings that days depend on. */
export type BuildOptions = Omit<DayToBuild, 'day'>;

/** A day is built again at most every 5 s, and never sooner than ten times what its last build took. */
const isDue = `days.day is null or now() >= days.built_at + greatest(interval '5 seconds', 10 * took_ms * interval '1 ms')`;

/**
 * Makes the days again that have changed, the newest first, until none is left; `atOnce` those too that were built a moment ago.
 * Returns how many, or null while another process does this. A day that can't be built keeps none of the others waiting: its
 * error is thrown at the end.
 */
export function buildChangedDays(
  db: DataSource,
  options: BuildOptions,
  { atOnce = false, signal }: { atOnce?: boolean; signal?: AbortSignal } = {},
): Promise<number | null> {
  return alone(db, async (locked) => {
    let built = 0;
    const failed: { day: string; error: unknown }[] = [];
    while (!signal?.aborted) {
      const [due] = await locked.query<{ day: string }[]>(
        `select changed_days.day::text from changed_days left join days using (day)
        where day <> all($1) and (${atOnce ? 'true' : isDue}) order by 1 desc limit 1`,
        [failed.map(({ day }) => day)],
      );
      if (!due) break;
      try {
        await buildDay(locked, { ...options, day: due.day });
        built += 1;
      } catch (error) {
        failed.push({ day: due.day, error });
      }
    }
    if (failed[0]) throw failed[0].error;
    return built;
  });
}

/** Days (`YYYY-MM-DD`), each with how many rows of its figures weren't what its rows say. */
export type Drift = Record<string, number>;

/**
 * Makes days again of which no row has changed, so their figures must stay as they are: where they don't, this program has made a
 * mistake. Returns null while another process builds days.
 */
export function checkDays(db: DataSource, options: BuildOptions, days: string[]): Promise<Drift | null> {
  return alone(db, async (locked) => {
    const drift: Drift = {};
    for (const day of days) {
      const { isNoted, changed } = await buildDay(locked, { ...options, day });
      if (!isNoted && changed > 0) drift[day] = changed;
    }
    return drift;
  });
}

/** Two at once would replace each other's rows. A lock of the session, because a snapshot must begin after it. */
async function alone<Result>(
  db: DataSource,
  work: (locked: EntityManager) => Promise<Result>,
): Promise<Result | null> {
  const runner = db.createQueryRunner();
  try {
    const [lock] = (await runner.query(
      `select pg_try_advisory_lock(hashtext('voordeur/days')) as taken`,
    )) as {
      taken: boolean;
    }[];
    if (!lock?.taken) return null;
    try {
      return await work(runner.manager);
    } finally {
      // Else the pool keeps the connection, and with it the lock.
      await runner.query(`select pg_advisory_unlock(hashtext('voordeur/days'))`);
    }
  } finally {
    await runner.release();
  }
}
