import { createHash } from 'node:crypto';
import {
  longestCountedSeconds,
  otherValues,
  perDimension,
  type Goal,
  type Suspicion,
} from '@voordeur/contracts/http';
import { firstIdAt, packColumns, type SessionColumns } from '@voordeur/server';
import { DateTime } from 'luxon';
import type { EntityManager } from 'typeorm';
import { describeRows } from './describe-rows.js';
import { type Dimension, dimensions, keepMost, type KeptText, knownVideos, mostADay } from './dimensions.js';
import { type CasesOfFile, readOwnPages } from './own-pages.js';
import { replaceRows } from './replace-rows.js';
import { isSealedDay } from './sealed-days.js';
import { type DayExtra, type DayView, type Kept, SessionsOfDay } from './sessions-of-day.js';

/** A day of the site, and what its figures depend on besides its rows. */
export interface DayToBuild {
  /** `YYYY-MM-DD` */
  day: string;
  timeZone: string;
  /** The site's own videos. */
  videoIds: string[];
  casesOfFile: CasesOfFile;
}

interface Built {
  /** Whether something had changed since the day was built before. */
  isNoted: boolean;
  /** How many rows of the figures are other than they were. */
  changed: number;
}

/**
 * Makes a day's figures from its rows, all of them in one snapshot, and with them those of its month. What changes a row
 * meanwhile leaves a note that this doesn't remove, so the day is made again. Call it where no other
 * process does the same.
 */
export async function buildDay(db: EntityManager, toBuild: DayToBuild): Promise<Built> {
  const { day, timeZone } = toBuild;
  const bounds = boundsOf(toBuild);
  await db.transaction((tx) => describeRows(tx, bounds.firstId, bounds.endId));
  return db.transaction('REPEATABLE READ', async (tx) => {
    // Before the snapshot, because sealing a month drops its rows, which no snapshot keeps.
    await tx.query('lock table visits in access share mode');
    const [{ isSealed } = { isSealed: false }] = await tx.query<{ isSealed: boolean }[]>(
      `select ${isSealedDay('$1::date', '$2')} as "isSealed"`,
      [day, timeZone],
    );
    const notes = await tx.query<{ id: string }[]>('select id from changed_days where day = $1', [day]);
    const changed = isSealed ? 0 : await replaceFigures(tx, toBuild, bounds);
    await tx.query('delete from changed_days where id = any($1::bigint[])', [notes.map(({ id }) => id)]);
    return { isNoted: notes.length > 0, changed };
  });
}

async function replaceFigures(tx: EntityManager, toBuild: DayToBuild, bounds: Bounds): Promise<number> {
  const { day } = toBuild;
  const ownPages = await readOwnPages(tx, toBuild.casesOfFile);
  const known = (one: Dimension) => (one.name === 'page' ? ownPages : one.known);
  const counts = await countValues(tx, bounds, known);
  const videoViews = await readVideoViews(tx, bounds);
  const kept = keptOf(counts, videoViews, toBuild.videoIds, known);
  const bots = await countBots(tx, bounds);
  const { columns, visitors, peopleByHour } = await readSessions(tx, bounds, toBuild, videoViews, kept);

  const values = dimensions.flatMap((one) => valueRows(one, counts[one.name], kept[one.name]));
  const changedValues = await replaceRows(tx, day, {
    ...{ table: 'values_by_day', keys: ['dimension', 'key'], rows: [...values, ...bots.map(botRow)] },
  });
  await sumMonth(tx, day, changedValues);
  const changedVideos = await replaceRows(tx, day, {
    ...{ table: 'videos_by_day', keys: ['video_id'], rows: videoRows(videoViews, kept.video) },
  });
  const changedSessions = await replaceSessions(tx, day, columns);
  const changedTotals = await replaceTotals(tx, day, {
    people: peopleByHour.reduce((sum, count) => sum + count, 0),
    people_by_hour: peopleByHour,
    bots: bots.reduce((sum, { views }) => sum + views, 0),
    visitors,
  });
  return changedValues.length + changedVideos.length + changedSessions + changedTotals;
}

/** Where a day's rows lie: instants (ISO) and ids of page views, half open. */
interface Bounds {
  from: string;
  to: string;
  firstId: string;
  endId: string;
}

function boundsOf({ day, timeZone }: DayToBuild): Bounds {
  const start = DateTime.fromISO(day, { zone: timeZone }).startOf('day');
  const end = start.plus({ days: 1 }).startOf('day');
  return {
    ...{ from: start.toUTC().toISO() ?? '', to: end.toUTC().toISO() ?? '' },
    ...{ firstId: firstIdAt(start.toMillis()), endId: firstIdAt(end.toMillis()) },
  };
}

type DimensionName = Dimension['name'];

/** Page views with one value. */
interface Count {
  value: string;
  views: number;
  lastSeenAt: Date | null;
}

/** The values of a dimension that may be kept, the known ones first and then the most viewed. */
interface Counts {
  values: Count[];
  /** Page views with any value. */
  total: number;
}

type KnownValues = (of: Dimension) => string[];

async function countValues(tx: EntityManager, { firstId, endId }: Bounds, knownOf: KnownValues) {
  const counts = {} as Record<DimensionName, Counts>;
  for (const dimension of dimensions) {
    const { name, column } = dimension;
    const known = knownOf(dimension);
    const rows = await tx.query<(Count & { total: number })[]>(
      `select ${column} as value, count(*)::int as views, sum(count(*)) over ()::int as total,
        ${name === 'page' ? 'max(occurred_at)' : 'null::timestamptz'} as "lastSeenAt"
      from visits where id >= $1 and id < $2 and bot_reason is null and ${column} is not null
      group by ${column} order by ${column} = any($3) desc, views desc, ${column} limit $4`,
      [firstId, endId, known, known.length + mostADay],
    );
    counts[name] = { values: rows, total: rows[0]?.total ?? 0 };
  }
  return counts;
}

function keptOf(
  counts: Record<DimensionName, Counts>,
  views: VideoView[],
  videoIds: string[],
  knownOf: KnownValues,
): Kept {
  const texts = Object.fromEntries(
    dimensions.map((dimension) => {
      const values = counts[dimension.name].values.map(({ value }) => value);
      return [dimension.name, keepMost(values, knownOf(dimension), dimension.other)];
    }),
  ) as Record<DimensionName, KeptText>;
  const viewsOf = new Map<string, number>();
  for (const { videoId } of views) viewsOf.set(videoId, (viewsOf.get(videoId) ?? 0) + 1);
  const videos = [...viewsOf].sort(([a, viewsOfA], [b, viewsOfB]) => viewsOfB - viewsOfA || (a < b ? -1 : 1));
  return {
    ...texts,
    video: keepMost(
      videos.map(([id]) => id),
      knownVideos(videoIds),
    ),
  };
}

interface VideoView {
  visitor: string;
  atMs: number;
  videoId: string;
  title: string;
  seconds: number;
}

function readVideoViews(tx: EntityManager, { from, to }: Bounds): Promise<VideoView[]> {
  return tx.query<VideoView[]>(
    `select encode(visitor, 'hex') as visitor, extract(epoch from occurred_at)::float8 * 1000 as "atMs",
      video_id as "videoId", video_title as title, watched_seconds as seconds
    from video_views where occurred_at >= $1 and occurred_at < $2 order by id`,
    [from, to],
  );
}

interface BotCount {
  botClass: string;
  reason: string;
  views: number;
}

function countBots(tx: EntityManager, { firstId, endId }: Bounds): Promise<BotCount[]> {
  return tx.query<BotCount[]>(
    `select bot_class as "botClass", bot_reason as reason, count(*)::int as views
    from visits where id >= $1 and id < $2 and bot_reason is not null group by 1, 2`,
    [firstId, endId],
  );
}

const dimensionsOfView = Object.entries(
  perDimension(({ column, unknown }) => (unknown === undefined ? column : `nullif(${column}, '${unknown}')`)),
)
  .map(([name, value]) => `${value} as ${name}`)
  .join(', ');

/** Page views that are in this process at a time. */
const rowsAtOnce = 5_000;

async function readSessions(
  tx: EntityManager,
  { from, to, firstId, endId }: Bounds,
  { timeZone }: DayToBuild,
  videoViews: VideoView[],
  kept: Kept,
): Promise<{ columns: SessionColumns; visitors: number; peopleByHour: number[] }> {
  const goals = await tx.query<{ visitor: string; atMs: number; goal: Goal }[]>(
    `select encode(visitor, 'hex') as visitor, extract(epoch from occurred_at)::float8 * 1000 as "atMs", goal
    from reached_goals where occurred_at >= $1 and occurred_at < $2`,
    [from, to],
  );
  const edits = await tx.query<{ atMs: number }[]>(
    `select distinct ceil(extract(epoch from edited_at) * 1000)::float8 as "atMs" from text_edits
    where edited_at < $2 and edited_at >= coalesce((select max(edited_at) from text_edits where edited_at < $1), $1)
    order by 1`,
    [from, to],
  );
  const extras: DayExtra[] = [...videoViews, ...goals];
  const sessions = new SessionsOfDay(
    extras,
    edits.map(({ atMs }) => atMs),
    kept,
  );
  const peopleByHour = Array<number>(24).fill(0);
  await tx.query(
    `declare page_views no scroll cursor for
    select encode(visitor, 'hex') as visitor, extract(epoch from occurred_at)::float8 * 1000 as "atMs", path,
      ${dimensionsOfView}, client, source_class as source, suspicion,
      extract(hour from occurred_at at time zone $3)::int as hour
    from visits where id >= $1 and id < $2 and bot_reason is null order by visits.visitor, occurred_at, id`,
    [firstId, endId, timeZone],
  );
  for (let count = rowsAtOnce; count === rowsAtOnce;) {
    const views = await tx.query<(DayView & { suspicion: Suspicion | null })[]>(
      `fetch ${rowsAtOnce} from page_views`,
    );
    for (const view of views) {
      peopleByHour[view.hour] = (peopleByHour[view.hour] ?? 0) + 1;
      sessions.add(view);
    }
    count = views.length;
  }
  await tx.query('close page_views');
  return { ...sessions.finish(), peopleByHour };
}

const keyOf = (value: string) => createHash('md5').update(value).digest('hex');

/** The rows of a dimension's values, and one of all the others. */
function valueRows({ name, other }: Dimension, { values, total }: Counts, kept: KeptText) {
  const row = (value: string, views: number, lastSeenAt: Date | null) => ({
    ...{ dimension: name, key: keyOf(value), value, views, last_seen_at: lastSeenAt },
  });
  const rows = values.filter(({ value }) => value !== other && kept(value) === value);
  const rest = total - rows.reduce((sum, { views }) => sum + views, 0);
  return [
    ...rows.map(({ value, views, lastSeenAt }) => row(value, views, lastSeenAt)),
    ...(rest > 0 ? [row(other, rest, null)] : []),
  ];
}

function botRow({ botClass, reason, views }: BotCount) {
  const value = `${botClass}\n${reason}`;
  return { dimension: 'bot', key: keyOf(value), value, views, last_seen_at: null };
}

function videoRows(views: VideoView[], kept: (id: string) => string) {
  const videos = new Map<
    string,
    { title: string; viewers: Set<string>; bySecond: number[]; watched: number }
  >();
  for (const { videoId, title, visitor, seconds } of views) {
    const id = kept(videoId);
    const video = videos.get(id) ?? { title, viewers: new Set(), bySecond: [], watched: 0 };
    videos.set(id, video);
    video.title = id === videoId ? title : otherValues;
    video.viewers.add(visitor);
    video.watched += seconds;
    const second = Math.min(seconds, longestCountedSeconds);
    while (video.bySecond.length <= second) video.bySecond.push(0);
    video.bySecond[second] = (video.bySecond[second] ?? 0) + 1;
  }
  return [...videos].map(([id, { title, viewers, bySecond, watched }]) => ({
    ...{ video_id: id, title, viewers: viewers.size, views_by_second: bySecond, watched_seconds: watched },
    views: bySecond.reduce((sum, count) => sum + count, 0),
  }));
}

/** A month is the sum of its days: the values that one of them changed are summed again. */
async function sumMonth(tx: EntityManager, day: string, changed: Record<string, unknown>[]): Promise<void> {
  await tx.query(
    `with changed as (select * from jsonb_populate_recordset(null::values_by_day, $2::jsonb)),
    sums as (
      select dimension, key, min(value) as value, sum(views)::int as views, max(last_seen_at) as last_seen_at
      from values_by_day join (select distinct dimension, key from changed) as one using (dimension, key)
      where values_by_day.day >= date_trunc('month', $1::date)
        and values_by_day.day < date_trunc('month', $1::date) + interval '1 month'
      group by dimension, key),
    gone as (
      delete from values_by_month using changed
      where month = date_trunc('month', $1::date) and values_by_month.dimension = changed.dimension
        and values_by_month.key = changed.key and (changed.dimension, changed.key) not in (select dimension, key from sums))
    insert into values_by_month (dimension, month, key, value, views, last_seen_at)
    select dimension, date_trunc('month', $1::date), key, value, views, last_seen_at from sums
    on conflict (dimension, month, key) do update set views = excluded.views, last_seen_at = excluded.last_seen_at`,
    [day, JSON.stringify(changed)],
  );
}

async function replaceSessions(tx: EntityManager, day: string, columns: SessionColumns): Promise<number> {
  if (columns.numbers.visitor.length === 0) {
    const [, deleted] = await tx.query<[unknown, number]>('delete from sessions_by_day where day = $1', [
      day,
    ]);
    return deleted;
  }
  const changed = await tx.query<unknown[]>(
    `insert into sessions_by_day (day, version, packed) values ($1, gen_random_uuid(), $2)
    on conflict (day) do update set version = excluded.version, packed = excluded.packed
    where sessions_by_day.packed <> excluded.packed returning day`,
    [day, packColumns(columns)],
  );
  return changed.length;
}

interface Totals {
  people: number;
  people_by_hour: number[];
  bots: number;
  visitors: number;
}

/** A day without rows has no figures. */
async function replaceTotals(tx: EntityManager, day: string, totals: Totals): Promise<number> {
  const { people, bots, visitors, people_by_hour } = totals;
  const rows = people + bots === 0 ? [] : [{ people, people_by_hour, bots, visitors }];
  const changed = await replaceRows(tx, day, { table: 'days', keys: [], rows });
  await tx.query(
    `update days set built_at = now(), took_ms = extract(epoch from clock_timestamp() - now()) * 1000 where day = $1`,
    [day],
  );
  return changed.length;
}
