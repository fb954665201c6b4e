import { createHash } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Stretch } from './find-differences.js';
import { groupSql } from './rollup.js';
import { firstId, isSealedDay, localDay, rollupSubjects } from './rollup-subject.js';
import { recountedOn } from './recount-sessions.js';

/** Days of the site (`YYYY-MM-DD`) and the fingerprint of each. */
export type Fingerprints = Map<string, string>;

const occurred = `occurred_at >= $2::timestamptz and occurred_at < $3::timestamptz`;

/** SQL: the sources of a day's rows and figures, how each names the day, and bounds for its index or partitions. */
const sources: { table: string; day: string; within?: string }[] = [
  {
    table: 'visits',
    day: localDay,
    within: `id >= ${firstId('$2::timestamptz')} and id < ${firstId('$3::timestamptz')}`,
  },
  { table: 'video_views', day: localDay, within: occurred },
  { table: 'reached_goals', day: localDay, within: occurred },
  { table: 'sessions', day: 'day', within: 'started_at >= $2::timestamptz and started_at < $3::timestamptz' },
  { table: 'packed_sessions', day: 'day' },
  ...rollupSubjects.flatMap(({ members, rollups }) => [
    { table: members.table, day: 'day' },
    ...rollups.map(({ table, keys }) => ({ table, day: `${Object.keys(keys)[0] ?? ''}::date` })),
  ]),
];

/** Part of the fingerprint, so days count as unverified once they're counted in another way. */
const rules = createHash('md5')
  .update(
    rollupSubjects.flatMap(({ rollups, recounted }) => [recounted(String), ...rollups.map(groupSql)]).join(),
  )
  .update(recountedOn(String))
  .digest('hex');

// Each row has a key, so no two are equal, and their hashes can't cancel each other out.
const fingerprintsSql = `
  select day::text, md5('${rules}' || string_agg(format('%s %s %s', source, rows, hash), ',' order by source))::uuid as fingerprint
  from (${sources
    .map(
      ({ table, day, within = 'true' }) => `
    select '${table}' as source, ${day} as day, count(*) as rows, bit_xor(hash_record_extended(one, 0)) as hash
    from ${table} as one
    where ${within} and ${day} >= ($2::timestamptz at time zone $1)::date and ${day} < ($3::timestamptz at time zone $1)::date
    group by 2`,
    )
    .join(' union all ')}) as of_tables
  where not ${isSealedDay('day', '$1')}
  group by day`;

/**
 * The open days of the stretch whose rows or figures aren't as they were when they were last verified, in the caller's
 * snapshot and in their order, with the fingerprints they have now. It reads each row once, which takes a tenth of the time of a recount.
 */
export async function findChangedDays(
  snapshot: QueryRunner,
  { timeZone, from, to }: Stretch,
): Promise<Fingerprints> {
  const rows = (await snapshot.query(
    `select now.day, now.fingerprint from (${fingerprintsSql}) as now
    left join verified_days on verified_days.day = now.day::date
    where verified_days.fingerprint is distinct from now.fingerprint order by now.day`,
    [timeZone, from, to],
  )) as { day: string; fingerprint: string }[];
  return new Map(rows.map(({ day, fingerprint }) => [day, fingerprint]));
}

/** Call it once a recount that began after the fingerprints were taken has found nothing on these days. */
export async function rememberVerified(db: DataSource, days: Fingerprints): Promise<void> {
  await db.query(
    `insert into verified_days (day, fingerprint) select * from unnest($1::date[], $2::uuid[])
    on conflict (day) do update set fingerprint = excluded.fingerprint`,
    [[...days.keys()], [...days.values()]],
  );
}
