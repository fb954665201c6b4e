import type { QueryRunner } from 'typeorm';
import { groupSql, type Rollup } from './rollup.js';

/** A key of a rollup with the amounts to add to each sum, and the recounted labels and latest values. */
export type Difference = Record<string, unknown>;

/** A stretch of local days, half open, with the instants (ISO) that bound it. */
export interface Stretch {
  timeZone: string;
  from: string;
  to: string;
}

/**
 * Compares the rollup's rows for which `onPeriod` holds with a recount (`expressions` define the relations to count)
 * and returns the keys that differ. Run it in one snapshot.
 */
export async function findDifferences(
  snapshot: QueryRunner,
  rollup: Rollup,
  expressions: string,
  onPeriod: (period: string) => string,
  stretch: Stretch,
): Promise<Difference[]> {
  const keys = Object.keys(rollup.keys);
  const sums = Object.keys(rollup.sums);
  const latest = Object.keys(rollup.latest ?? {});
  const labels = Object.keys(rollup.labels ?? {});
  const [period] = keys;
  const differs = [
    ...sums.map((name) => `coalesce(recount.${name}, 0) <> coalesce(kept.${name}, 0)`),
    ...latest.map((name) => `coalesce(recount.${name} > kept.${name}, false)`),
  ];
  const columns = [
    ...keys.map((name) => `${name}::text`),
    ...sums.map((name) => `coalesce(recount.${name}, 0) - coalesce(kept.${name}, 0) as ${name}`),
    ...[...latest, ...labels].map((name) => `coalesce(recount.${name}, kept.${name}) as ${name}`),
  ];
  return (await snapshot.query(
    `with ${expressions},
    recount as (${groupSql(rollup)}),
    kept as (select * from ${rollup.table} where ${onPeriod(`${period ?? ''}::date`)})
    select ${columns.join(', ')} from recount full join kept using (${keys.join(', ')})
    where ${differs.join(' or ')}`,
    [stretch.timeZone, stretch.from, stretch.to],
  )) as Difference[];
}
